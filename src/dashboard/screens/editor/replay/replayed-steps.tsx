import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts';
import { Badge, type BadgeTone } from '../../../ui/badge';
import { Icon } from '../../../ui/icon';
import styles from '../bottom.module.css';
import { useEditor } from '../use-editor';
import { useNodes } from '../use-nodes';
import { replayTexts } from './texts';
import type { ReplayedExecution, ReplayedStep } from './use-replay';

const tones: Readonly<Record<string, BadgeTone>> = {
  added: 'info',
  changed: 'warning',
  removed: 'danger',
  same: 'success',
  unrecorded: 'waiting',
};

/** The steps of one replay, and what is different in each. */
export function ReplayedSteps({ execution }: { execution: ReplayedExecution }) {
  const t = useTexts(replayTexts);
  const { workspaceId } = useEditor();
  const { steps, errorAfter, counts, reason } = execution;
  const left = counts.same - steps.filter(({ comparison }) => comparison === 'same').length;
  return (
    <>
      <header className={styles.head}>
        <h3>{t.steps}</h3>
        <Link to={`/w/${workspaceId}/executions/${execution.executionId}` as string}>
          {t.openExecution} <Icon name="arrowRight" size={13} />
        </Link>
      </header>
      {reason && <p className={styles.hint}>{t.reason(reason)}</p>}
      {errorAfter && <p className={styles.wrong}>{`${errorAfter.code}: ${errorAfter.message}`}</p>}
      <ol>
        {steps.map((step) => (
          <li key={`${step.nodeId} ${step.iteration ?? ''}`}>
            <Step step={step} />
          </li>
        ))}
      </ol>
      {left > 0 && <p className={styles.hint}>{t.moreSteps(left)}</p>}
    </>
  );
}

function Step({ step }: { step: ReplayedStep }) {
  const t = useTexts(replayTexts);
  const { showNode } = useNodes();
  const { nodeId, iteration, name, comparison, changes } = step;
  return (
    <>
      <button type="button" onClick={() => showNode(nodeId)}>
        <Badge tone={tones[comparison] ?? 'neutral'}>{t.comparison(comparison)}</Badge>
        <span>
          {name}
          {iteration !== null && iteration !== undefined && <small>{` #${iteration}`}</small>}
        </span>
      </button>
      {comparison === 'unrecorded' && <p className={styles.note}>{t.unrecordedHint}</p>}
      {changes.length > 0 && (
        <dl className={styles.changes}>
          {changes.map(({ part, path, before, after, isCut }) => (
            <div key={`${part} ${path ?? ''}`}>
              <dt>
                {t.part(part)} {path && <code>{path}</code>}
              </dt>
              <dd className={styles.before}>
                <span>{t.before}</span>
                <code>{before ?? 'null'}</code>
              </dd>
              <dd className={styles.after}>
                <span>{t.after}</span>
                <code>{after ?? 'null'}</code>
              </dd>
              {isCut && <dd className={styles.note}>{t.cut}</dd>}
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
