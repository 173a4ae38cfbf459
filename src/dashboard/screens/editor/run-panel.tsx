import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { request } from '../../api/request';
import { labelOf } from '../../canvas/graph';
import { duration } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Select } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { ErrorNotice } from '../../ui/notice';
import { useCan } from '../../workspace/workspace';
import styles from './bottom.module.css';
import { chosenNode, isDraft, startRun } from './editor-state';
import { inputOf } from './flow-content';
import { CodeField } from './form/code-field';
import { CloseBottom, stateTone } from './panel';
import type { Run } from './run';
import { texts } from './texts';
import { useEditor, useEditorState } from './use-editor';
import { useNodes } from './use-nodes';
import { useRecorded } from './use-recorded';
import { useStart } from './use-start';

const simulate = graphql(`
  mutation EditorSimulate($workspaceId: ID!, $input: SimulateFlowInput) {
    simulateFlow(workspaceId: $workspaceId, input: $input) {
      executionId
    }
  }
`);

const trigger = graphql(`
  mutation EditorTrigger($workspaceId: ID!, $flowId: ID!, $input: TriggerFlowInput) {
    triggerFlow(workspaceId: $workspaceId, flowId: $flowId, input: $input) {
      executionId
    }
  }
`);

/** Starts the flow with an input, for a trial or for real, and follows it. */
export function RunPanel() {
  const t = useTexts(texts);
  const can = useCan();
  const { flow, workspaceId, now, change } = useEditor();
  const recorded = useRecorded();
  const run = useEditorState((state) => state.run);
  const hasEdits = useEditorState((state) => isDraft(state) || state.status !== 'saved');
  const until = useEditorState((state) => chosenNode(state)?.id);
  const [text, setText] = useState<string | null>(null);
  const [busy, setBusy] = useState<'simulate' | 'real' | null>(null);
  const [error, setError] = useState<unknown>(null);
  const start = useStart(recorded);
  const shown = text ?? JSON.stringify(start.data ?? {}, null, 2);
  const input = parseObject(shown);
  const begin = async (kind: 'simulate' | 'real', untilNodeId?: string) => {
    setBusy(kind);
    setError(null);
    try {
      const triggerData = input as Record<string, unknown>;
      const startAt = start.nodeId === null ? {} : { startNodeId: start.nodeId };
      const until = untilNodeId ? { untilNodeId } : {};
      const content = { flowId: flow.id, ...inputOf(now().content), triggerData, ...startAt, ...until };
      const started =
        kind === 'simulate'
          ? (await request(simulate, { workspaceId, input: content })).simulateFlow
          : (await request(trigger, { workspaceId, flowId: flow.id, input: { triggerData, ...startAt } })).triggerFlow;
      change(startRun, started.executionId);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(null);
    }
  };
  return (
    <section className={styles.panel} aria-label={t.run}>
      <div className={styles.left}>
        <header className={styles.start}>
          <h2>{t.triggerData}</h2>
          {text !== null && (
            <Button size="small" look="quiet" icon="undo" onClick={() => setText(null)}>
              {recorded.executionId ? t.lastInput : t.sampleInput}
            </Button>
          )}
        </header>
        {start.triggers.length > 0 && (
          <Select
            aria-label={t.startAt}
            value={start.nodeId ?? ''}
            options={start.triggers.map((node) => ({ value: node.id, label: labelOf(node) }))}
            onChange={(nodeId) => {
              setText(null);
              start.choose(nodeId);
            }}
          />
        )}
        <div className={styles.code}>
          <CodeField label={t.triggerData} language="json" lines value={shown} onChange={setText} invalid={!input} />
        </div>
        {!input && <p className={styles.wrong}>{t.noObject}</p>}
        <div className={styles.buttons}>
          <Button
            look="primary"
            icon="play"
            busy={busy === 'simulate'}
            disabled={!input}
            onClick={() => void begin('simulate')}
          >
            {t.simulate}
          </Button>
          {until && (
            <Button icon="play" disabled={!input || busy !== null} onClick={() => void begin('simulate', until)}>
              {t.runToHere}
            </Button>
          )}
          {can('flows:execute') && (
            <Button icon="bolt" busy={busy === 'real'} disabled={!input} onClick={() => void begin('real')}>
              {t.runReal}
            </Button>
          )}
        </div>
        {hasEdits && <p className={styles.hint}>{t.realRunsPublished(flow.version)}</p>}
      </div>
      <div className={styles.right}>
        <CloseBottom className={styles.close} />
        {error ? <ErrorNotice error={error} /> : null}
        {run ? (
          <RunSteps run={run} />
        ) : (
          <p className={styles.hint}>
            {t.runHint} {t.simulateHint}
          </p>
        )}
      </div>
    </section>
  );
}

function RunSteps({ run }: { run: Run }) {
  const t = useTexts(texts);
  const { showNode } = useNodes();
  const { workspaceId } = useEditor();
  const { execution, steps, executionId, error } = run;
  const isOver = execution !== null && execution.status !== 'running';
  const status =
    !isOver && (execution?.phase === 'waiting' || execution?.phase === 'held')
      ? 'waiting'
      : (execution?.status ?? 'running');
  return (
    <>
      <header className={styles.head} aria-live="polite">
        {execution && (
          <Badge tone={stateTone(status)} live={status === 'running'}>
            {t.state(status)}
          </Badge>
        )}
        {typeof execution?.durationMs === 'number' && <span>{duration(execution.durationMs)}</span>}
        <Link to={`/w/${workspaceId}/executions/${executionId}` as string}>
          {t.openExecution} <Icon name="arrowRight" size={13} />
        </Link>
      </header>
      {execution?.error && <p className={styles.wrong}>{`${execution.error.code}: ${execution.error.message}`}</p>}
      {error ? <ErrorNotice error={error} /> : null}
      <ol>
        {[...steps.values()].slice(-300).map((step) => (
          <li key={step.id}>
            <button type="button" onClick={() => showNode(step.nodeId)}>
              <Badge tone={stateTone(step.status)} live={step.status === 'running'}>
                {t.state(step.status)}
              </Badge>
              <span>
                {step.name}
                {step.iteration !== null && step.iteration !== undefined && <small>{` #${step.iteration}`}</small>}
              </span>
              <small>{step.error ? step.error.message : step.handle}</small>
              <time>{typeof step.durationMs === 'number' ? duration(step.durationMs) : ''}</time>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
