import { useEffect, useMemo, useRef, useState } from 'react';
import { iconOfNode, isTrigger } from '../../canvas/catalogue';
import { labelOf } from '../../canvas/graph';
import { useOperations } from '../../catalogue/use-operations';
import { useTranslatedSchema } from '../../catalogue/use-translated';
import { useTexts } from '../../i18n/texts';
import { Badge } from '../../ui/badge';
import { Field, Input, Select, TextArea } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { JsonView } from '../../ui/json-view';
import { Tabs } from '../../ui/tabs';
import { renameNode, select, setData } from './edits';
import type { FlowNode } from './flow-content';
import { FormContext } from './form/form-context';
import { requestSchema, withInputOf } from './form/request-schema';
import { normalPath, type Schema, withField } from './form/schema';
import { Fields, withCode } from './form/schema-field';
import { stepPath } from './node-names';
import { SidePanel, stateTone } from './panel';
import styles from './panel.module.css';
import { PinEditor } from './pin-editor';
import { policiesOf } from './policies-of';
import { texts } from './texts';
import { TriggerFacts } from './trigger-facts';
import { useEditor, useEditorState } from './use-editor';
import { useRecorded, useScope } from './use-recorded';
import { requestType } from './use-samples';
import { useIssues } from './use-validation';

type Tab = 'fields' | 'policies' | 'data';

/** The form of one node: its fields, what happens on errors, its recorded and pinned data. */
export function NodePanel({ node }: { node: FlowNode }) {
  const t = useTexts(texts);
  const { types, change, canWrite } = useEditor();
  const focus = useEditorState((state) => state.focus);
  const [tab, setTab] = useState<Tab>('fields');
  const root = useRef<HTMLElement>(null);
  const type = types.get(node.type);
  useEffect(() => {
    if (focus.count === 0) return;
    setTab('fields');
    const timer = setTimeout(() => showField(root.current, focus.field), 60);
    return () => clearTimeout(timer);
  }, [focus]);
  const head = (
    <>
      <span className={styles.icon}>
        <Icon name={iconOfNode(node.type)} />
      </span>
      <div className={styles.names}>
        <input
          className={styles.label}
          aria-label={t.nodeName}
          value={typeof node.data.label === 'string' ? node.data.label : ''}
          placeholder={node.id}
          readOnly={!canWrite}
          onChange={({ target }) =>
            change(setData, node.id, withField(node.data, 'label', target.value || undefined), 'label')
          }
        />
        <span className={styles.muted}>
          {type?.title ?? node.type} · <code>{stepPath(node.id)}</code>
        </span>
      </div>
    </>
  );
  return (
    <SidePanel ref={root} label={t.nodePanel(labelOf(node))} head={head} onClose={() => change(select, [])}>
      <Tabs<Tab>
        value={tab}
        onChange={setTab}
        tabs={[
          { name: 'fields', label: t.fields, content: <NodeFields node={node} /> },
          { name: 'policies', label: t.policies, content: <NodePolicies node={node} /> },
          { name: 'data', label: t.data, content: <NodeData node={node} /> },
        ]}
      />
    </SidePanel>
  );
}

/** Scrolls to a field and focuses its control, or the first one. */
function showField(root: HTMLElement | null, field: string | null): void {
  const at = field ? normalPath(field) : null;
  const group = at ? root?.querySelector<HTMLElement>(`[data-path="${CSS.escape(at)}"]`) : null;
  const place = group ?? root?.querySelector<HTMLElement>('[data-path]');
  place?.scrollIntoView({ block: 'center' });
  const control = place?.querySelector<HTMLElement>('[data-code-editor], input, select, textarea, button');
  const inner = control?.shadowRoot?.querySelector<HTMLElement>('.cm-content');
  (inner ?? control)?.focus();
}

interface NodeFormProps {
  node: FlowNode;
  schema: Schema;
  /** What data become when they are written. */
  adjusted?: (data: Record<string, unknown>) => Record<string, unknown>;
}

function NodeForm({ node, schema, adjusted = (data) => data }: NodeFormProps) {
  const { types, change, canWrite } = useEditor();
  const issues = useIssues();
  const values = useScope(node.id);
  const type = types.get(node.type);
  // The body of an email whose format says so.
  const isHtml = node.data.format === 'html';
  const scope = useMemo(() => {
    const own = issues.filter(({ nodeId, field }) => nodeId === node.id && field);
    return {
      nodeId: node.id,
      values,
      errors: new Map(own.map(({ field, message }) => [normalPath(field as string), withoutNode(message, node.id)])),
      verbatim: type?.verbatim ?? {},
      html: new Set(isHtml ? ['html', 'body'] : ['html']),
      sinks: type?.sinks ?? {},
      example: type?.initialData,
      readOnly: !canWrite,
    };
  }, [issues, node.id, values, type, canWrite, isHtml]);
  return (
    <FormContext value={scope}>
      <Fields
        schema={schema}
        path=""
        value={node.data}
        onChange={(data) => {
          const changed = Object.keys({ ...data, ...node.data }).find((name) => data[name] !== node.data[name]);
          change(setData, node.id, adjusted(data), changed);
        }}
      />
    </FormContext>
  );
}

/** What validation says of a field, without the node, whose form it stands in. */
function withoutNode(message: string, id: string): string {
  const start = `${JSON.stringify(id)}: `;
  return message.startsWith(start) ? message.slice(start.length) : message;
}

function NodeFields({ node }: { node: FlowNode }) {
  const t = useTexts(texts);
  const { types } = useEditor();
  const issues = useIssues();
  const type = types.get(node.type);
  const general = issues.filter(({ nodeId, field }) => nodeId === node.id && !field);
  const schema = (type?.fields ?? {}) as Schema;
  return (
    <>
      <p className={styles.about}>{type ? withCode(type.description) : t.unknownType(node.type)}</p>
      {general.map(({ message, ruleId }) => (
        <p key={ruleId} className={styles.issue}>
          {message}
        </p>
      ))}
      <TriggerFacts node={node} />
      {node.type === requestType ? (
        <RequestForm node={node} schema={schema} />
      ) : (
        <NodeForm node={node} schema={schema} />
      )}
      {Object.keys(schema.properties ?? {}).length === 0 && <p className={styles.muted}>{t.noFields}</p>}
    </>
  );
}

/** The form of a call of an operation: what the operation takes is known when it is chosen. */
function RequestForm({ node, schema }: { node: FlowNode; schema: Schema }) {
  const operations = useOperations();
  const { operation } = node.data;
  const fields = useMemo(() => requestSchema(schema, operations?.get(`${operation}`)), [schema, operations, operation]);
  const adjusted = (data: Record<string, unknown>) =>
    data.operation === operation ? data : withInputOf(data, operations?.get(`${data.operation}`));
  return <NodeForm node={node} schema={fields} adjusted={adjusted} />;
}

function NodePolicies({ node }: { node: FlowNode }) {
  const t = useTexts(texts);
  const { types, change, canWrite } = useEditor();
  const schema = useTranslatedSchema(policiesOf(node, types.get(node.type)));
  const { ui } = node.data as { ui?: { comment?: string } };
  const [id, setId] = useState(node.id);
  const isTaken = useEditorState(({ content }) => id !== node.id && content.nodes.some((other) => other.id === id));
  return (
    <>
      {!isTrigger(node.type) && <NodeForm node={node} schema={schema} />}
      <Field label={t.comment} hint={t.commentHint}>
        <TextArea
          value={ui?.comment ?? ''}
          readOnly={!canWrite}
          onChange={(event) => {
            const next = event.target.value ? { ...ui, comment: event.target.value } : undefined;
            change(setData, node.id, withField(node.data, 'ui', next), 'ui');
          }}
        />
      </Field>
      <Field label={t.nodeId} hint={t.nodeIdHint} error={isTaken ? t.nodeIdTaken : undefined}>
        <Input
          value={id}
          maxLength={200}
          readOnly={!canWrite}
          onChange={(event) => setId(event.target.value)}
          onBlur={() => (id.trim() && !isTaken ? change(renameNode, node.id, id.trim()) : setId(node.id))}
        />
      </Field>
    </>
  );
}

function NodeData({ node }: { node: FlowNode }) {
  const t = useTexts(texts);
  const recorded = useRecorded();
  const step = recorded.steps.get(node.id);
  const [shown, setShown] = useState<'output' | 'input'>('output');
  const value = step?.[shown];
  return (
    <>
      <PinEditor node={node} step={step} />
      {step ? (
        <>
          <div className={styles.choice}>
            <h2>{t.recorded}</h2>
            <Badge tone={stateTone(step.status)}>{t.state(step.status)}</Badge>
            <Select
              aria-label={t.recorded}
              value={shown}
              options={[
                { value: 'output', label: t.output },
                { value: 'input', label: t.input },
              ]}
              onChange={setShown}
            />
          </div>
          {step.error && <p className={styles.issue}>{`${step.error.code}: ${step.error.message}`}</p>}
          <JsonView value={value ?? null} />
        </>
      ) : (
        <p className={styles.muted}>{recorded.executionId ? t.notInRun : t.noRun}</p>
      )}
    </>
  );
}
