import { samplers } from '../../platform/tracing/telemetry-settings.js';
import { setting } from '../setting.js';
import { flagSetting, fraction, httpUrl, keyValues, oneOfSetting, textSetting, wholeNumber } from '../setting-types.js';

/** The standard variables of OpenTelemetry. The exporter reads those of TLS, compression and timeouts itself. */
export const telemetry = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting({
    type: httpUrl('http://collector:4318'),
    unset: 'nothing is exported, and OpenTelemetry is not loaded',
    description:
      'The URL of a collector that accepts OTLP over HTTP. Traces are sent to `/v1/traces` below it and metrics to `/v1/metrics`, see [traces](monitoring.md#traces).',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: setting({
    type: keyValues,
    secret: true,
    unset: 'no headers',
    description: 'Headers of requests to the collector, for example `authorization=Bearer%20…`.',
  }),
  OTEL_SERVICE_NAME: setting({
    type: textSetting('any text'),
    default: 'workspace-automation',
    description: 'The name of the service in traces and exported metrics.',
  }),
  OTEL_RESOURCE_ATTRIBUTES: setting({
    type: keyValues,
    unset: 'no attributes besides those of the server',
    description: 'Further attributes of the service, for example `deployment.environment.name=production`.',
  }),
  OTEL_TRACES_SAMPLER: setting({
    type: oneOfSetting(...samplers),
    default: 'parentbased_always_on',
    description: 'Which traces are recorded.',
  }),
  OTEL_TRACES_SAMPLER_ARG: setting({
    type: fraction,
    default: 1,
    description: 'The fraction of traces that the `traceidratio` samplers record.',
  }),
  OTEL_TRACES_EXPORTER: setting({
    type: oneOfSetting('otlp', 'none'),
    default: 'otlp',
    description: 'Whether traces are exported.',
  }),
  OTEL_METRICS_EXPORTER: setting({
    type: oneOfSetting('otlp', 'none'),
    default: 'otlp',
    description: 'Whether metrics are exported. `GET /metrics` has them in any case.',
  }),
  OTEL_METRIC_EXPORT_INTERVAL: setting({
    type: wholeNumber(1_000, 3_600_000, 'a whole number of milliseconds'),
    default: 60_000,
    description: 'The milliseconds between two exports of metrics.',
  }),
  OTEL_SDK_DISABLED: setting({
    type: flagSetting,
    default: false,
    description: 'Turns the export off, whatever the other variables say.',
  }),
};
