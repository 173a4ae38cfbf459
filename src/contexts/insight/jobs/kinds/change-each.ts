import { toAppError } from '../../../../platform/errors/errors.js';
import { runOperation } from '../graph-operations.js';
import { isTransient } from '../is-transient.js';
import type { JobProblem } from '../job.object.js';
import { changeTogether, findRecords, problemsOf } from './change-records.js';
import type { StepContext, StepOutcome, TakeStep } from './job-kind.js';

/** Finds the next flows, or changes those that the step before has found: tags together, all else each by itself. */
export const changeFlows: TakeStep = (step) => {
  if (step.part === null) return findRecords(step);
  const ids = JSON.parse(step.part) as string[];
  const isTagged = step.job.action === 'addTags' || step.job.action === 'removeTags';
  return isTagged ? changeTogether(step, ids) : changeEach(step, ids);
};

/** Retries or cancels the executions of the next part, each by an operation of its own. */
export const changeExecutionsById: TakeStep = (step) =>
  step.part === null ? Promise.resolve({ isOver: true }) : changeEach(step, JSON.parse(step.part) as string[]);

/** An error of one record is reported, and the others are changed all the same. @throws errors that may pass */
async function changeEach(step: StepContext, ids: readonly string[]): Promise<StepOutcome> {
  const problems: JobProblem[] = [];
  let failed = 0;
  for (const [index, recordId] of ids.entries()) {
    try {
      await changeOne(step, recordId, index);
    } catch (error) {
      const refusal = toAppError(error);
      if (!refusal || isTransient(refusal)) throw error;
      failed += 1;
      problems.push(...problemsOf(refusal).map((problem) => ({ recordId, ...problem })));
    }
  }
  const changed = ids.length - failed;
  const { action } = step.job;
  const counted = action === 'delete' ? 'deleted' : action === 'retry' ? 'created' : 'updated';
  return { done: ids.length, [counted]: changed, failed, problems };
}

async function changeOne({ job, context }: StepContext, id: string, index: number): Promise<void> {
  const { workspaceId, action, request } = job;
  const { data = {} } = request;
  switch (action) {
    case 'retry':
      return runOperation(context(index), 'RetryExecution', { workspaceId, executionId: id, input: data });
    case 'cancel':
      return runOperation(context(index), 'CancelExecution', { workspaceId, executionId: id });
    case 'delete':
      return runOperation(context(index), 'DeleteFlow', { workspaceId, flowId: id });
    default:
      return runOperation(context(index), 'UpdateFlow', { workspaceId, flowId: id, input: data });
  }
}
