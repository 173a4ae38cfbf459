import type { GraphContext } from '../../../../platform/graphql/context.js';
import type { JobProblem } from '../job.object.js';
import type { Job, JobRequest } from '../job.record.js';

/** A job that this process works on. */
export interface ClaimedJob {
  workspaceId: string;
  id: string;
  fence: number;
  type: Job['type'];
  resource: string;
  action: Job['action'];
  format: Job['format'];
  createdBy: string;
  apiKeyId: string | null;
  request: JobRequest;
  /** The number of its next step, which is also that of the part that the step works on. */
  step: number;
  /** Where it looks for further records; empty at the start, null at the end. */
  position: string | null;
  createdAt: string;
  dueAt: string;
  tries: number;
  /** Errors that it has already. */
  errorCount: number;
  resultBytes: string;
}

/** What a step of a job has to do with. */
export interface StepContext {
  job: ClaimedJob;
  /** The part of the step; null if there is none. */
  part: string | null;
  /**
   * A context with the rights of who started the job, for one operation. A mutation is carried out once, also if the step is
   * repeated after a crash.
   * @param part distinguishes several mutations of one step
   */
  context(part?: number): GraphContext;
}

/** What a step did. */
export interface StepOutcome {
  done?: number;
  created?: number;
  updated?: number;
  deleted?: number;
  unchanged?: number;
  failed?: number;
  problems?: JobProblem[];
  /** Where the job goes on to look for records; as before if undefined. */
  position?: string | null;
  /** What the following step works on: the part with the number of this one. */
  input?: string;
  /** The next part of the file of an export. */
  output?: string;
  /** Whether the job is completed. */
  isOver?: boolean;
}

/** Does the next step of a job. @throws AppError if it cannot go on */
export type TakeStep = (step: StepContext) => Promise<StepOutcome>;
