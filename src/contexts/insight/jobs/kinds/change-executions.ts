import { runOperation } from '../graph-operations.js';
import type { StepOutcome, TakeStep } from './job-kind.js';

interface BulkAnswer {
  count: number;
  skipped: { executionId: string; message: string }[] | null;
  next: string | null;
}

/** Retries or cancels the next 100 executions that the filter selects. */
export const changeExecutions: TakeStep = async ({ job, context }): Promise<StepOutcome> => {
  const { workspaceId, action, position, request } = job;
  const input = {
    ...request.data,
    filter: { to: new Date(job.createdAt).toISOString(), ...request.filter },
    after: position || null,
  };
  const name = action === 'retry' ? 'RetryExecutions' : 'CancelExecutions';
  const answer = await runOperation<Record<string, BulkAnswer>>(context(), name, { workspaceId, input });
  const { count, skipped, next } = Object.values(answer)[0] as BulkAnswer;
  const problems = (skipped ?? []).map(({ executionId, message }) => ({ recordId: executionId, field: null, message }));
  return {
    done: count + problems.length,
    ...(action === 'retry' ? { created: count } : { updated: count }),
    failed: problems.length,
    problems,
    position: next,
    isOver: next === null,
  };
};
