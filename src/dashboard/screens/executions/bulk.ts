import { useRef, useState } from 'react';
import { graphql, type VariablesOf } from '../../api/graphql';
import { queries } from '../../api/query';
import { request } from '../../api/request';

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
  mutation ExecutionsRetryOne($workspaceId: ID!, $executionId: ID!) {
    retryExecution(workspaceId: $workspaceId, executionId: $executionId) {
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
export type BulkFilter = VariablesOf<typeof retryMany>['input']['filter'];

/** The executions of a bulk action: chosen ones, or all that a filter selects. */
export type BulkTarget = { ids: readonly string[] } | { filter: BulkFilter; total: number };

export interface BulkProgress {
  action: BulkAction;
  total: number;
  done: number;
  skipped: { executionId: string; message: string }[];
  error: unknown;
  isRunning: boolean;
}

/** Chosen executions that are worked on side by side. */
const together = 4;

/** Retries or cancels many executions, and says how far it is. */
export function useBulk(workspaceId: string) {
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const stopped = useRef(false);
  const start = async (action: BulkAction, target: BulkTarget) => {
    stopped.current = false;
    const total = 'ids' in target ? target.ids.length : target.total;
    const state: BulkProgress = { action, total, done: 0, skipped: [], error: null, isRunning: true };
    const show = () => setProgress({ ...state, skipped: [...state.skipped] });
    show();
    try {
      const isStopped = () => stopped.current;
      if ('ids' in target) await eachOf(workspaceId, action, target.ids, state, show, isStopped);
      else await allOf(workspaceId, action, target.filter, state, show, isStopped);
    } catch (error) {
      state.error = error;
    }
    state.isRunning = false;
    show();
    await queries.invalidateQueries();
  };
  return {
    progress,
    start,
    stop: () => {
      stopped.current = true;
    },
    close: () => setProgress(null),
  };
}

async function eachOf(
  workspaceId: string,
  action: BulkAction,
  ids: readonly string[],
  state: BulkProgress,
  show: () => void,
  isStopped: () => boolean,
): Promise<void> {
  const operation = action === 'retry' ? retryOne : cancelOne;
  const waiting = [...ids];
  const work = async () => {
    for (let executionId = waiting.shift(); executionId && !isStopped(); executionId = waiting.shift()) {
      try {
        await request<unknown, { workspaceId: string; executionId: string }>(operation, { workspaceId, executionId });
        state.done++;
      } catch (error) {
        state.skipped.push({ executionId, message: error instanceof Error ? error.message : String(error) });
      }
      show();
    }
  };
  await Promise.all(Array.from({ length: together }, work));
}

async function allOf(
  workspaceId: string,
  action: BulkAction,
  filter: BulkFilter,
  state: BulkProgress,
  show: () => void,
  isStopped: () => boolean,
): Promise<void> {
  let after: string | null = null;
  do {
    const variables = { workspaceId, input: { filter, after } };
    const result: {
      count: number;
      next?: string | null;
      skipped?: readonly { executionId: string; message: string }[] | null;
    } =
      action === 'retry'
        ? (await request(retryMany, variables)).retryExecutions
        : (await request(cancelMany, variables)).cancelExecutions;
    state.done += result.count;
    state.skipped.push(...(result.skipped ?? []));
    after = result.next ?? null;
    show();
  } while (after && !isStopped());
}
