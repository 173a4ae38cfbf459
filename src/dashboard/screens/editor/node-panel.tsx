import { useEffect, useMemo, useRef, useState } from 'react';
import { iconOfNode } from '../../canvas/catalogue';
import { labelOf } from '../../canvas/graph';
import { useTranslatedSchema } from '../../catalogue/use-translated';
import { useTexts } from '../../i18n/texts';
import { Badge } from '../../ui/badge';
import { CopyButton } from '../../ui/copy-button';
import { Field, Input, Select, TextArea } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { JsonView } from '../../ui/json-view';
import { Tabs } from '../../ui/tabs';
import { useEditor } from './editor-context';
import type { FlowNode } from './flow-content';
import { CronHelper } from './form/cron-helper';
import { FormContext } from './form/form-context';
import { normalPath, type Schema, withField } from './form/schema';
import { Fields, withCode } from './form/schema-field';
import { stepPath } from './node-names';
import styles from './panel.module.css';
import { PinEditor } from './pin-editor';
import { policies } from './policies';
import { stateTone } from './states';
import { texts } from './texts';
import { useScope } from './use-scope';

interface NodePanelProps {
  node: FlowNode;
  /** Grows when the form shall have the focus. */
  focus: number;
  /** The field to show, after a click on its problem. */
  field: string | null;
  onClose: () => void;
}

type Tab = 'fields' | 'policies' | 'data';

/** The form of one node: its fields, what happens on errors, its recorded and pinned data. */
export function NodePanel({ node, focus, field, onClose }: NodePanelProps) {
  const t = useTexts(texts);
  const { types, dispatch, canWrite } = useEditor();
  const [tab, setTab] = useState<Tab>('fields');
  const root = useRef<HTMLElement>(null);
  const type = types.get(node.type);
  useEffect(() => {
    if (focus === 0) return;
    setTab('fields');
    const timer = setTimeout(() => showField(root.current, field), 60);
    return () => clearTimeout(timer);
  }, [focus, field]);
  return (
    <aside ref={root} className={styles.panel} aria-label={t.nodePanel(labelOf({ ...node, data: { ...node.data } }))}>
      <header className={styles.head}>
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
            onChange={(event) => {
              const data = withField(node.data, 'label', event.target.value || undefined);
              dispatch({ kind: 'data', id: node.id, data, field: 'label' });
            }}
          />
          <span className={styles.muted}>
            {type?.title ?? node.type} · <code>{stepPath(node.id)}</code>
          </span>
        </div>
        <IconButton icon="close" label={t.closePanel} size="small" onClick={onClose} />
      </header>
      <div className={styles.body}>
        <Tabs<Tab>
          value={tab}
          onChange={setTab}
          tabs={[
            { name: 'fields', label: t.fields, content: <NodeFields key={node.id} node={node} /> },
            { name: 'policies', label: t.policies, content: <NodePolicies key={node.id} node={node} /> },
            { name: 'data', label: t.data, content: <NodeData key={node.id} node={node} /> },
          ]}
        />
      </div>
    </aside>
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

function NodeForm({ node, schema, without }: { node: FlowNode; schema: Schema; without?: readonly string[] }) {
  const { types, dispatch, canWrite, issues } = useEditor();
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
      example: type?.example,
      readOnly: !canWrite,
    };
  }, [issues, node.id, values, type, canWrite, isHtml]);
  return (
    <FormContext value={scope}>
      <Fields
        schema={schema}
        path=""
        value={node.data}
        without={without ?? []}
        onChange={(data) => {
          const changed = Object.keys({ ...data, ...node.data }).find((name) => data[name] !== node.data[name]);
          dispatch({ kind: 'data', id: node.id, data, field: changed ?? '' });
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
  const { types, flow, issues } = useEditor();
  const type = types.get(node.type);
  const isPublishedWebhook = flow.nodes.some(({ type }) => type === 'trigger.webhook');
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
      {node.type === 'trigger.webhook' && (
        <div className={styles.url}>
          <span>{t.webhookUrl}</span>
          {flow.webhookUrl ? (
            <div>
              <code>{flow.webhookUrl}</code>
              <CopyButton text={flow.webhookUrl} />
            </div>
          ) : (
            <p className={styles.muted}>{isPublishedWebhook ? t.webhookUrlHidden : t.webhookUrlLater}</p>
          )}
        </div>
      )}
      {node.type === 'trigger.schedule' && <CronHelper node={node} />}
      <NodeForm node={node} schema={schema} />
      {Object.keys(schema.properties ?? {}).length === 0 && <p className={styles.muted}>{t.noFields}</p>}
    </>
  );
}

function NodePolicies({ node }: { node: FlowNode }) {
  const t = useTexts(texts);
  const schema = useTranslatedSchema(policies);
  const { dispatch, canWrite, state } = useEditor();
  const { ui } = node.data as { ui?: { comment?: string } };
  const [id, setId] = useState(node.id);
  const isTaken = id !== node.id && state.content.nodes.some((other) => other.id === id);
  return (
    <>
      {!node.type.startsWith('trigger.') && <NodeForm node={node} schema={schema} />}
      <Field label={t.comment} hint={t.commentHint}>
        <TextArea
          value={ui?.comment ?? ''}
          readOnly={!canWrite}
          onChange={(event) => {
            const next = event.target.value ? { ...ui, comment: event.target.value } : undefined;
            dispatch({ kind: 'data', id: node.id, data: withField(node.data, 'ui', next), field: 'ui' });
          }}
        />
      </Field>
      <Field label={t.nodeId} hint={t.nodeIdHint} error={isTaken ? t.nodeIdTaken : undefined}>
        <Input
          value={id}
          maxLength={200}
          readOnly={!canWrite}
          onChange={(event) => setId(event.target.value)}
          onBlur={() =>
            id.trim() && !isTaken ? dispatch({ kind: 'rename', id: node.id, to: id.trim() }) : setId(node.id)
          }
        />
      </Field>
    </>
  );
}

function NodeData({ node }: { node: FlowNode }) {
  const t = useTexts(texts);
  const { recorded } = useEditor();
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
