{{- define "workspace-automation.labels" -}}
app.kubernetes.io/name: workspace-automation
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* The pod of a role. Its context is a dict of root, role and resources. Processes update the database when they start, one of them under a lock. */}}
{{- define "workspace-automation.pod" -}}
metadata:
  labels:
    {{- include "workspace-automation.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
  {{- with .root.Values.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ .root.Values.terminationGracePeriodSeconds }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    seccompProfile:
      type: RuntimeDefault
  {{- with .root.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ .role }}
      image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
      env:
        - name: ROLE
          value: {{ .role }}
        - name: PORT
          value: "4000"
        - name: HEALTH_PORT
          value: "4001"
        {{- range $name, $value := .root.Values.env }}
        - name: {{ $name }}
          value: {{ $value | quote }}
        {{- end }}
      envFrom:
        - secretRef:
            name: {{ .root.Values.existingSecret }}
      ports:
        {{- if eq .role "api" }}
        - name: http
          containerPort: 4000
        {{- end }}
        - name: health
          containerPort: 4001
      startupProbe:
        httpGet:
          path: /healthz
          port: health
        periodSeconds: 2
        failureThreshold: 300
      readinessProbe:
        httpGet:
          path: /readyz
          port: health
        periodSeconds: 2
        timeoutSeconds: 3
        failureThreshold: 1
      livenessProbe:
        httpGet:
          path: /healthz
          port: health
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      resources:
        {{- toYaml .resources | nindent 8 }}
      volumeMounts:
        - name: tmp
          mountPath: /tmp
  volumes:
    - name: tmp
      emptyDir:
        sizeLimit: 256Mi
  {{- with .root.Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
