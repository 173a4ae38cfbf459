import type { Services } from '../../../platform/services.js';
import { contextOfJob } from './graph-operations.js';
import { changeExecutionsById, changeFlows } from './kinds/change-each.js';
import { changeExecutions } from './kinds/change-executions.js';
import { changeRecords } from './kinds/change-records.js';
import { exportRecords } from './kinds/export-records.js';
import { importRows } from './kinds/import-rows.js';
import type { ClaimedJob, StepOutcome, TakeStep } from './kinds/job-kind.js';

/** Does the next step of a job. @param part what it works on @throws AppError if the job cannot go on, or not now */
export function takeStep(
  services: Services,
  job: ClaimedJob,
  part: string | null,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const context = (n = 0) => {
    const made = contextOfJob(services, job, signal);
    made.once.request = { key: `${job.step}-${n}`, route: `job ${job.id}` };
    return made;
  };
  return kindOf(job)({ job, part, context });
}

function kindOf({ type, resource, position }: ClaimedJob): TakeStep {
  if (type === 'export') return exportRecords;
  if (type === 'import') return importRows;
  if (resource === 'flows') return changeFlows;
  if (resource === 'executions') return position === null ? changeExecutionsById : changeExecutions;
  return changeRecords;
}
