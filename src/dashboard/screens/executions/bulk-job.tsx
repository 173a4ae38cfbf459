import { graphql, type VariablesOf } from '../../api/graphql';
import { useTexts } from '../../i18n/texts';
import { eachOf } from '../../jobs/each-of';
import { FailureList } from '../../jobs/failure-list';
import type { JobKind, Outcome, ShownJob } from '../../jobs/job';
import { texts } from './texts';

const retryMany = graphql(`
  mutation ExecutionsRetryMany($workspaceId: ID!, $input: ExecutionBulkInput!) {
    retryExecutions(workspaceId: $workspaceId, input: $input) {
      count
      next
      skipped {
        executionId
        code
        message
      }
    }
  }
`);

const cancelMany = graphql(`
  mutation ExecutionsCancelMany($workspaceId: ID!, $input: ExecutionBulkInput!) {
    cancelExecutions(workspaceId: $workspaceId, input: $input) {
      count
      next
      skipped {
        executionId
        code
        message
      }
    }
  }
`);

const retryOne = graphql(`
  mutation ExecutionsRetryOne($workspaceId: ID!, $executionId: ID!, $input: RetryExecutionInput) {
    retryExecution(workspaceId: $workspaceId, executionId: $executionId, input: $input) {
      executionId
    }
  }
`);

const cancelOne = graphql(`
  mutation ExecutionsCancelOne($workspaceId: ID!, $executionId: ID!) {
    cancelExecution(workspaceId: $workspaceId, executionId: $executionId) {
      id
    }
  }
`);

export type BulkAction = 'retry' | 'cancel';
type BulkInput = VariablesOf<typeof retryMany>['input'];
export type BulkFilter = BulkInput['filter'];

/** Which version retries run, and where they start. Empty for a cancellation, and in jobs of an earlier dashboard. */
export type RetryChoice = Pick<BulkInput, 'version' | 'from'>;

/** Chosen executions, or those that a filter selects after one. */
export type BulkPiece = ({ ids: readonly string[] } | { filter: BulkFilter; after: string | null }) & RetryChoice;

/** Retries or cancels executions. */
const bulkJob: JobKind<BulkAction, BulkPiece> = {
  async run({ workspaceId, order, send }, piece) {
    if ('ids' in piece) {
      const { ids, ...input } = piece;
      const executions = ids.map((id) => ({ id, name: '' }));
      return eachOf<{ id: string; name: string }>(executions, ({ id: executionId }, index) =>
        order === 'retry'
          ? send(retryOne, { workspaceId, executionId, input }, index)
          : send(cancelOne, { workspaceId, executionId }, index),
      );
    }
    const variables = { workspaceId, input: piece };
    const result =
      order === 'retry'
        ? (await send(retryMany, variables)).retryExecutions
        : (await send(cancelMany, variables)).cancelExecutions;
    const failures = (result.skipped ?? []).map(({ executionId, message }) => ({
      id: executionId,
      name: '',
      message,
    }));
    const changed = result.count;
    const outcome: Outcome<BulkPiece> = { done: changed + failures.length, counts: { changed }, failures };
    return result.next ? { ...outcome, next: { ...piece, after: result.next } } : outcome;
  },
  title: ({ order, state }, language) => {
    const t = texts(language);
    if (state === 'done') return order === 'retry' ? t.retried : t.cancelled;
    return order === 'retry' ? t.retrying : t.cancelling;
  },
  progress: ({ state, done, total, counts, failed }, language) =>
    state === 'running' ? texts(language).of(done, total) : texts(language).bulkDone(counts.changed ?? 0, failed),
  Detail,
};

export default bulkJob;

function Detail({ job: { failures } }: { job: ShownJob }) {
  const t = useTexts(texts);
  if (failures.length === 0) return null;
  return (
    <>
      <h3>{t.skippedBecause}</h3>
      <FailureList failures={failures} />
    </>
  );
}
