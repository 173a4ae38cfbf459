import { operationsAtMost } from '../../../../platform/batch/batch.object.js';
import { runOperation } from '../graph-operations.js';
import type { JobProblem } from '../job.object.js';
import { listPage } from '../resources.js';
import type { StepContext, StepOutcome, TakeStep } from './job-kind.js';

const batches = { contacts: 'BatchContacts', opportunities: 'BatchOpportunities', flows: 'BatchFlows' } as const;

/** What a batch returned. */
interface BatchAnswer {
  results: { id: string | null; status: number; error: BatchError | null }[];
}

interface BatchError {
  message: string;
  details?: { field?: string | null; message: string }[] | null;
}

/** Finds the next records, or changes those that the step before has found. */
export const changeRecords: TakeStep = (step) =>
  step.part === null ? findRecords(step) : changeTogether(step, JSON.parse(step.part) as string[]);

/**
 * Finds the next records that the filter selects, of those that were there when the job began. They are stored before they are
 * changed: a change may make the filter select others.
 */
export async function findRecords({ job, context }: StepContext): Promise<StepOutcome> {
  if (job.position === null) return { isOver: true };
  const resource = job.resource as 'contacts' | 'opportunities' | 'flows';
  const { items, pagination } = await listPage(context(), job.workspaceId, resource, {
    filter: job.request.filter,
    search: job.request.search,
    cursor: job.position || null,
    limit: operationsAtMost,
  });
  const began = new Date(job.createdAt);
  const meant = items.filter(({ createdAt }) => new Date(createdAt as string) <= began);
  const position = meant.length < items.length ? null : pagination.nextCursor;
  if (meant.length === 0) return { position, isOver: true };
  return { position, input: JSON.stringify(meant.map(({ id }) => id)) };
}

/** Changes records by one batch, each by itself: those that fail are reported. */
export async function changeTogether({ job, context }: StepContext, ids: readonly string[]): Promise<StepOutcome> {
  const { workspaceId, action, request } = job;
  const resource = job.resource as keyof typeof batches;
  const operations = ids.map((id) => ({ id, ...operationOf(action, request.data) }));
  const result = await runOperation<Record<string, BatchAnswer>>(context(), batches[resource], {
    workspaceId,
    input: { operations },
  });
  const results = Object.values(result)[0]?.results ?? [];
  const problems = results.flatMap(({ error }, index) =>
    error ? problemsOf(error).map((problem) => ({ recordId: ids[index] ?? null, ...problem })) : [],
  );
  const failed = results.filter(({ error }) => error !== null).length;
  const changed = results.length - failed;
  return {
    done: ids.length,
    ...(action === 'delete' ? { deleted: changed } : { updated: changed }),
    failed,
    problems,
  };
}

function operationOf(action: string | null, data: Record<string, unknown> = {}): object {
  switch (action) {
    case 'delete':
      return { action: 'delete' };
    case 'addTags':
    case 'removeTags':
      return { action: 'update', [action]: data.tags };
    default:
      return { action: 'update', data };
  }
}

/** The violations of an operation, or its error as a whole. */
export function problemsOf({ message, details }: BatchError): Pick<JobProblem, 'field' | 'message'>[] {
  if (!details?.length) return [{ field: null, message }];
  return details.map((detail) => ({ field: detail.field?.replace(/^data\./, '') ?? null, message: detail.message }));
}
