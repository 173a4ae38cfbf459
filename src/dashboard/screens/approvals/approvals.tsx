import { useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { usePages, useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Input } from '../../ui/field';
import { Empty, ErrorNotice } from '../../ui/notice';
import { Card, Page, Skeleton } from '../../ui/page';
import { Time } from '../../ui/time';
import { toast } from '../../ui/toast';
import { FlowLink } from '../../workspace/flow-link';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { texts } from './texts';

const listWaiting = graphql(`
  query ApprovalsWaiting($id: ID!, $cursor: String) {
    workspace(id: $id) {
      executions(phase: waiting, cursor: $cursor, limit: 50) {
        items {
          id
          flowId
          flowName
          steps(status: waiting, limit: 20) {
            items {
              id
              name
              nodeType
              input
              startedAt
              resumeAt
            }
          }
        }
        pagination {
          total
          nextCursor
        }
      }
    }
  }
`);

const decideApproval = graphql(`
  mutation ApprovalsDecide($workspaceId: ID!, $executionId: ID!, $stepId: ID!, $input: DecideApprovalInput!) {
    decideApproval(workspaceId: $workspaceId, executionId: $executionId, stepId: $stepId, input: $input) {
      id
    }
  }
`);

type Waiting = NonNullable<ResultOf<typeof listWaiting>['workspace']['executions']>['items'][number];
type WaitingStep = Waiting['steps']['items'][number];

/** What waits for a decision. */
export default function Approvals() {
  const t = useTexts(texts);
  const id = useWorkspaceId();
  const pages = usePages(listWaiting, { id }, ({ workspace }) => workspace.executions, { live: ['execution'] });
  const requests = (pages.items ?? []).flatMap((execution) =>
    execution.steps.items.filter(({ nodeType }) => nodeType === 'wait.approval').map((step) => ({ execution, step })),
  );
  const hasMore = pages.query.hasNextPage;
  return (
    <Page title={t.title} description={t.description}>
      {pages.query.error && <ErrorNotice error={pages.query.error} onRetry={() => void pages.query.refetch()} />}
      {!pages.items && !pages.query.error && <Skeleton />}
      {pages.items && requests.length === 0 && !hasMore && (
        <Empty icon="check" title={t.none}>
          {t.noneHint}
        </Empty>
      )}
      {requests.map(({ execution, step }) => (
        <Request key={step.id} execution={execution} step={step} />
      ))}
      {hasMore && (
        <Button busy={pages.query.isFetchingNextPage} onClick={pages.more}>
          {t.more}
        </Button>
      )}
    </Page>
  );
}

function Request({ execution, step }: { execution: Waiting; step: WaitingStep }) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const canDecide = useCan()('flows:execute');
  const { mutate, error, isPending } = useWrite(decideApproval, ['execution']);
  const [comment, setComment] = useState('');
  const { message } = (step.input ?? {}) as { message?: string };
  const decide = (decision: 'approved' | 'rejected') =>
    mutate(
      { workspaceId, executionId: execution.id, stepId: step.id, input: { decision, comment: comment || null } },
      { onSuccess: () => toast(decision === 'approved' ? t.approved : t.rejected) },
    );
  return (
    <Card title={message ?? step.name}>
      <p className="muted mb-10 underlines">
        <FlowLink flowId={execution.flowId} name={execution.flowName} /> · {step.name} · {t.waits}{' '}
        <Time at={step.startedAt} />
        {step.resumeAt && (
          <>
            {' '}
            · {t.closes} <Time at={step.resumeAt} />
          </>
        )}
      </p>
      {error && <ErrorNotice error={error} />}
      {canDecide ? (
        <div className="flex wrap gap-8">
          <Input
            className="grow min-w-200 max-w-480"
            aria-label={t.comment}
            placeholder={t.comment}
            maxLength={2_000}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
          <Button look="primary" icon="check" busy={isPending} onClick={() => decide('approved')}>
            {t.approve}
          </Button>
          <Button icon="close" disabled={isPending} onClick={() => decide('rejected')}>
            {t.reject}
          </Button>
        </div>
      ) : (
        <p className="muted mb-10">{t.requires}</p>
      )}
    </Card>
  );
}
