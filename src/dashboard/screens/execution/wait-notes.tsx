import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useRead, useWrite } from '../../api/query';
import { exactTime } from '../../i18n/format';
import { useLanguage } from '../../i18n/language';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Input } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { ErrorNotice } from '../../ui/notice';
import { Time } from '../../ui/time';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import styles from './execution.module.css';
import type { RunState, StepView } from './execution-reducer';
import { RunLink } from './header';
import type { NodeNames } from './node-names';
import { type Head, type StepDetail, stepOf } from './operations';
import { texts } from './texts';

const decide = graphql(`
  mutation ExecutionDecide($workspaceId: ID!, $executionId: ID!, $stepId: ID!, $input: DecideApprovalInput!) {
    decideApproval(workspaceId: $workspaceId, executionId: $executionId, stepId: $stepId, input: $input) {
      id
    }
  }
`);

/** Steps that wait, and are named above the canvas. */
const notesAtMost = 3;

interface WaitNotesProps {
  head: Head;
  state: RunState;
  names: NodeNames;
}

/** What a waiting execution waits for, and what can be done about it. */
export function WaitNotes({ head, state, names }: WaitNotesProps) {
  const t = useTexts(texts);
  const waiting = [...state.steps.values()].filter(({ status }) => status === 'waiting');
  if (state.run.status !== 'running' || waiting.length === 0) return null;
  return (
    <div className={`stack rigid gap-6 line-below ${styles.waits}`}>
      {waiting.slice(0, notesAtMost).map((step) => (
        <WaitNote key={step.id} head={head} step={step} type={names.get(step.nodeId)?.type ?? ''} />
      ))}
      {waiting.length > notesAtMost && <p className="muted">{t.moreWaits(waiting.length - notesAtMost)}</p>}
    </div>
  );
}

function WaitNote({ head, step, type }: { head: Head; step: StepView; type: string }) {
  const workspaceId = useWorkspaceId();
  const { data } = useRead(stepOf, { workspaceId, executionId: head.id, stepId: step.id });
  const detail = data?.workspace.execution?.step;
  return (
    <section className={`flex gap-10 ${styles.wait}`}>
      <Icon name="wait" />
      <div className="grow min-w-0">
        <Reason step={step} type={type} detail={detail} />
        {type === 'wait.approval' && detail && <Decision head={head} stepId={step.id} />}
      </div>
    </section>
  );
}

interface ReasonProps {
  step: StepView;
  type: string;
  detail: StepDetail | undefined;
}

function Reason({ step, type, detail }: ReasonProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const input = (detail?.input ?? {}) as Record<string, unknown>;
  const until = step.resumeAt && (
    <>
      <Time at={step.resumeAt} /> ({exactTime(step.resumeAt, language)})
    </>
  );
  const name = detail?.name ?? step.nodeId;
  if (type === 'wait.approval') {
    return (
      <p>
        <strong>{t.waitsApproval(name)}</strong> {String(input.message ?? '')}
        {until && (
          <span className="muted">
            {' '}
            {t.closes} {until}
          </span>
        )}
      </p>
    );
  }
  if (type === 'flow.call' && detail?.childExecution) {
    return (
      <p>
        <strong>{t.waitsCall(name)}</strong>{' '}
        <RunLink id={detail.childExecution.id}>{detail.childExecution.flowName}</RunLink>
      </p>
    );
  }
  if (type === 'wait.callback' || type === 'wait.form') {
    return (
      <>
        <p>
          <strong>{type === 'wait.form' ? t.waitsForm(name) : t.waitsCallback(name)}</strong>
          {until && (
            <span className="muted">
              {' '}
              {t.atTheLatest} {until}
            </span>
          )}
        </p>
        {detail?.callbackUrl && <Address url={detail.callbackUrl} />}
      </>
    );
  }
  if (type === 'wait.event' || type === 'logic.exit') {
    return (
      <p>
        <strong>{t.waitsEvent(name)}</strong>{' '}
        <code>{[input.eventTypes ?? input.eventType ?? []].flat().join(', ')}</code>
        {until && (
          <span className="muted">
            {' '}
            {t.atTheLatest} {until}
          </span>
        )}
      </p>
    );
  }
  if (type === 'message.waitReply')
    return (
      <p>
        <strong>{t.waitsReply(name)}</strong> {until}
      </p>
    );
  const waitsTime = ['logic.delay', 'logic.loop', 'wait.until'].includes(type) || step.error?.code === 'SEND_WINDOW';
  const isRated = step.error?.code === 'RATE_WAIT';
  if (step.error?.code === 'HELD')
    return (
      <p>
        <strong>{t.waitsHold(name)}</strong> <span className="muted">{t.waitsHoldHint}</span>
      </p>
    );
  return (
    <p>
      <strong>
        {waitsTime ? t.waitsTime(name) : isRated ? t.waitsRate(name) : t.waitsAttempt(name, step.attempt + 1)}
      </strong>{' '}
      {until && (
        <>
          {t.continuesAt} {until}
        </>
      )}
    </p>
  );
}

function Address({ url }: { url: string }) {
  return (
    <p className="flex gap-8">
      <code className={styles.address}>{url}</code>
      <CopyButton text={url} />
    </p>
  );
}

function Decision({ head, stepId }: { head: Head; stepId: string }) {
  const t = useTexts(texts);
  const can = useCan();
  const workspaceId = useWorkspaceId();
  const [comment, setComment] = useState('');
  const { mutate, isPending, error, variables } = useWrite(decide, ['execution', 'approval']);
  if (!can('flows:execute')) return <p className="muted">{t.mayNotDecide}</p>;
  const send = (decision: 'approved' | 'rejected') =>
    mutate({ workspaceId, executionId: head.id, stepId, input: { decision, comment: comment.trim() || null } });
  const isBusy = (decision: string) => isPending && variables?.input.decision === decision;
  return (
    <>
      <div className={`flex wrap gap-8 ${styles.decision}`}>
        <Input
          aria-label={t.comment}
          placeholder={t.comment}
          maxLength={2_000}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
        <Button
          look="primary"
          icon="check"
          busy={isBusy('approved')}
          disabled={isPending}
          onClick={() => send('approved')}
        >
          {t.approve}
        </Button>
        <Button icon="close" busy={isBusy('rejected')} disabled={isPending} onClick={() => send('rejected')}>
          {t.reject}
        </Button>
      </div>
      {error ? <ErrorNotice error={error} /> : null}
    </>
  );
}
