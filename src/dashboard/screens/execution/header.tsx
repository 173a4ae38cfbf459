import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { credits, number } from '../../i18n/format';
import { useLanguage } from '../../i18n/language';
import { useTexts } from '../../i18n/texts';
import { CopyButton } from '../../ui/copy-button';
import { ExecutionStatus } from '../../ui/execution-status';
import { Icon } from '../../ui/icon';
import { Time } from '../../ui/time';
import { useWorkspaceId } from '../../workspace/workspace';
import { Elapsed } from '../executions/elapsed';
import { triggerTexts } from '../executions/texts';
import { ExecutionActions } from './actions';
import styles from './execution.module.css';
import type { RunView } from './execution-reducer';
import type { Head } from './operations';
import { texts } from './texts';

/** What ran, how it stands, and what can be done with it. */
export function ExecutionHeader({ head, run }: { head: Head; run: RunView }) {
  const t = useTexts(texts);
  const triggers = useTexts(triggerTexts);
  const language = useLanguage();
  const workspaceId = useWorkspaceId();
  const isOld = head.flow && head.flow.version !== head.flowVersion;
  return (
    <header className={`rigid line-below surface ${styles.header}`}>
      <div className={`row wrap gap-10 ${styles.title}`}>
        <Link
          to="/w/$workspaceId/executions"
          params={{ workspaceId }}
          className={`centred muted round hovers ${styles.back}`}
        >
          <Icon name="arrowLeft" size={16} />
          <span className="visually-hidden">{t.toList}</span>
        </Link>
        <h1>{head.flowName}</h1>
        <ExecutionStatus status={run.status} phase={run.phase} />
        <span className="grow" />
        <ExecutionActions head={head} run={run} />
      </div>
      <dl className={`flex wrap ${styles.facts}`}>
        <Fact name={t.version}>
          {number(head.flowVersion, language)}
          {isOld && <span className="muted"> {t.currentIs(head.flow?.version ?? 0)}</span>}
          {!head.flow && <span className="muted"> {t.flowDeleted}</span>}
        </Fact>
        <Fact name={t.trigger}>
          {triggers[head.trigger]}
          {head.startedBy?.name && <span className="muted"> · {head.startedBy.name}</span>}
        </Fact>
        <Fact name={t.started}>
          <Time at={head.startedAt} />
        </Fact>
        <Fact name={t.duration}>
          <Elapsed ms={run.status === 'running' ? null : head.durationMs} since={head.startedAt} />
        </Fact>
        <Fact name={t.credits}>{credits(head.creditsUsed, language)}</Fact>
        {head.retryOf && (
          <Fact name={t.retryOf}>
            <RunLink id={head.retryOf}>{t.original}</RunLink>
          </Fact>
        )}
        {head.parentExecutionId && (
          <Fact name={t.calledBy}>
            <RunLink id={head.parentExecutionId}>{t.caller}</RunLink>
          </Fact>
        )}
        <Fact name={t.id}>
          <code>{head.id.slice(0, 8)}…</code>
          <CopyButton text={head.id} />
        </Fact>
      </dl>
    </header>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex baseline gap-6">
      <dt className="muted small">{name}</dt>
      <dd className="inline gap-4 nowrap">{children}</dd>
    </div>
  );
}

/** A link to another execution. */
export function RunLink({ id, children }: { id: string; children: ReactNode }) {
  const workspaceId = useWorkspaceId();
  return (
    <Link to="/w/$workspaceId/executions/$executionId" params={{ workspaceId, executionId: id }}>
      {children}
    </Link>
  );
}
