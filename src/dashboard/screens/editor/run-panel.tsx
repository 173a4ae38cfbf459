import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { request } from '../../api/request';
import { duration } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { ErrorNotice } from '../../ui/notice';
import { useCan } from '../../workspace/workspace';
import { useEditor } from './editor-context';
import { inputOf } from './flow-content';
import { CodeField } from './form/code-field';
import styles from './run-panel.module.css';
import { stateTone } from './states';
import { texts } from './texts';
import type { Run } from './use-run';

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

interface RunPanelProps {
  run: Run | null;
  onRun: (executionId: string) => void;
  onClose: () => void;
  onSelect: (nodeId: string) => void;
  /** Whether there are edits that a real run does not have. */
  isDraft: boolean;
}

/** Starts the flow with an input, for a trial or for real, and follows it. */
export function RunPanel({ run, onRun, onClose, onSelect, isDraft }: RunPanelProps) {
  const t = useTexts(texts);
  const can = useCan();
  const { flow, workspaceId, state, recorded } = useEditor();
  const [text, setText] = useState<string | null>(null);
  const [busy, setBusy] = useState<'simulate' | 'real' | null>(null);
  const [error, setError] = useState<unknown>(null);
  const shown = text ?? JSON.stringify(recorded.triggerData ?? {}, null, 2);
  const input = parseObject(shown);
  const [chosen] = state.nodes;
  const until = state.nodes.size === 1 ? chosen : undefined;
  const start = async (kind: 'simulate' | 'real', untilNodeId?: string) => {
    setBusy(kind);
    setError(null);
    try {
      const triggerData = input as Record<string, unknown>;
      const content = { flowId: flow.id, ...inputOf(state.content), triggerData, ...(untilNodeId && { untilNodeId }) };
      const started =
        kind === 'simulate'
          ? (await request(simulate, { workspaceId, input: content })).simulateFlow
          : (await request(trigger, { workspaceId, flowId: flow.id, input: { triggerData } })).triggerFlow;
      onRun(started.executionId);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(null);
    }
  };
  return (
    <section className={styles.panel} aria-label={t.run}>
      <div className={styles.input}>
        <header>
          <h2>{t.triggerData}</h2>
          {text !== null && (
            <Button size="small" look="quiet" icon="undo" onClick={() => setText(null)}>
              {recorded.executionId ? t.lastInput : t.sampleInput}
            </Button>
          )}
        </header>
        <div className={styles.editor}>
          <CodeField label={t.triggerData} language="json" lines value={shown} onChange={setText} invalid={!input} />
        </div>
        {!input && <p className={styles.wrong}>{t.noObject}</p>}
        <div className={styles.buttons}>
          <Button
            look="primary"
            icon="play"
            busy={busy === 'simulate'}
            disabled={!input}
            onClick={() => void start('simulate')}
          >
            {t.simulate}
          </Button>
          {until && (
            <Button icon="play" disabled={!input || busy !== null} onClick={() => void start('simulate', until)}>
              {t.runToHere}
            </Button>
          )}
          {can('flows:execute') && (
            <Button icon="bolt" busy={busy === 'real'} disabled={!input} onClick={() => void start('real')}>
              {t.runReal}
            </Button>
          )}
        </div>
        {isDraft && <p className={styles.hint}>{t.realRunsPublished(flow.version)}</p>}
      </div>
      <div className={styles.steps}>
        <IconButton icon="close" size="small" label={t.closePanel} onClick={onClose} className={styles.close} />
        {error ? <ErrorNotice error={error} /> : null}
        {run ? (
          <RunSteps run={run} onSelect={onSelect} />
        ) : (
          <p className={styles.hint}>
            {t.runHint} {t.simulateHint}
          </p>
        )}
      </div>
    </section>
  );
}

function RunSteps({ run, onSelect }: { run: Run; onSelect: (nodeId: string) => void }) {
  const t = useTexts(texts);
  const { workspaceId } = useEditor();
  const { execution, steps, executionId, error } = run;
  const isOver = execution !== null && execution.status !== 'running';
  const status = !isOver && execution?.phase === 'waiting' ? 'waiting' : (execution?.status ?? 'running');
  return (
    <>
      <header className={styles.state} aria-live="polite">
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
            <button type="button" onClick={() => onSelect(step.nodeId)}>
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
