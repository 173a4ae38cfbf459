import type { RunError } from '../../../../engine/step.js';
import type { StepRecord } from '../checkpoint/execution-record.js';

/** Steps one run may take, so that no flow runs for ever. */
export const stepsAtMost = 10_000;
/** Bytes of outputs and variables one run may carry: all of it is in memory while the run is driven. */
export const bytesAtMost = 128 * 1024 * 1024;

/** Workers in a row that may die with a run before it gets any further. */
export const takeoversAtMost = 5;

export const workersLost: RunError = {
  code: 'WORKERS_LOST',
  message: `${takeoversAtMost} workers in a row ended while they drove this run, which got no further. Most likely its last step needs more memory than there is: give it less, or split the flow.`,
};

export function runTimeout(seconds: number): RunError {
  return {
    code: 'RUN_TIMEOUT',
    message: `The run took longer than its ${seconds} seconds. Raise settings.timeout or split the flow.`,
  };
}

export function stopped({ name, nodeId }: StepRecord, message: string | undefined): RunError {
  return { code: 'STOPPED', message: message || `The run was stopped as failed by ${name}.`, nodeId };
}

export function stepLimit(nodeId: string): RunError {
  return { code: 'STEP_LIMIT', message: `A run takes at most ${stepsAtMost} steps. Split the flow.`, nodeId };
}

export function runTooLarge(nodeId: string): RunError {
  const message = 'The outputs and variables of a run are at most 128 MiB together. Keep less, or split the flow.';
  return { code: 'RUN_TOO_LARGE', message, nodeId };
}

export const broken: RunError = {
  code: 'RUN_BROKEN',
  message: 'The run could not go on because of a fault in the server. The server log has more.',
};

export const notStored: RunError = {
  code: 'RUN_NOT_KEPT',
  message: 'What a step of the run holds could not be written to the database. The server log has more.',
};
