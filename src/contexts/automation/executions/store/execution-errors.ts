import type { EngineError } from '../../../../engine/step.js';
import type { ForbiddenNode } from '../../flows/index.js';
import type { StepRecord } from './execution-record.js';

/** Maximum number of steps of an execution outside of loops and in iterations that have not finished. */
export const stepsAtMost = 10_000;
/** Maximum number of steps of an execution with all iterations of its loops, so that every execution ends. */
export const loopedStepsAtMost = 1_000_000;
/** Maximum bytes of outputs and variables of an execution: all of it is in memory while it is driven. */
export const bytesAtMost = 128 * 1024 * 1024;

/**
 * Consecutive workers that die with an execution, without any progress, until it is a suspect: from then on it is driven
 * alone, in a process of its own.
 */
export const suspectFrom = 2;
/** Stands for an execution whose process died while it was driven alone: it is ended by the next worker. */
export const convicted = 1_000;

export const workersLost: EngineError = {
  code: 'WORKERS_LOST',
  message:
    'Workers died while they ran this execution, the last one while it ran alone in its process. Its last step probably needs more memory than available: reduce its input, or split the flow.',
};

export function executionTimeout(seconds: number): EngineError {
  return {
    code: 'RUN_TIMEOUT',
    message: `The execution exceeded its timeout of ${seconds} seconds. Increase settings.timeout, or split the flow.`,
  };
}

export function stopped({ name, nodeId }: StepRecord, message: string | undefined): EngineError {
  return { code: 'STOPPED', message: message || `The node ${name} stopped the execution as failed.`, nodeId };
}

export function stepLimit(nodeId: string): EngineError {
  return {
    code: 'STEP_LIMIT',
    message: `An execution must have at most ${stepsAtMost} steps, counting one iteration of each loop, and at most ${loopedStepsAtMost} steps with all iterations. Split the flow.`,
    nodeId,
  };
}

export function runAsForbidden({ nodeId, reason }: ForbiddenNode): EngineError {
  return {
    code: 'RUN_AS_FORBIDDEN',
    message: `${reason}. The user or API key that the execution runs as no longer has it. A member who has it can activate the flow again, which then runs as that member.`,
    nodeId,
  };
}

export const noCondition: EngineError = {
  code: 'FIELD_INVALID',
  message: 'while must be true or false.',
};

export function tooManyIterations(most: number): EngineError {
  const message = `while is still true after ${most.toLocaleString('en')} iterations. Correct the condition, or raise maxItems (at most 10,000).`;
  return { code: 'LOOP_LIMIT', message };
}

export function executionTooLarge(nodeId: string): EngineError {
  const message =
    'The outputs and variables of an execution must be at most 128 MiB in total. Store less, or split the flow.';
  return { code: 'RUN_TOO_LARGE', message, nodeId };
}

export const broken: EngineError = {
  code: 'RUN_BROKEN',
  message: 'The execution was stopped by an error in the server. The server log contains the cause.',
};

export const notStored: EngineError = {
  code: 'RUN_NOT_KEPT',
  message: 'The contents of a step could not be written to the database. The server log contains the cause.',
};

export const skippedBy: EngineError = {
  code: 'SKIPPED',
  message:
    'Other executions with the same key were running, and settings.control of the flow has overlap: "skip". The execution has not started.',
};

export const holdDiscarded: EngineError = {
  code: 'HOLD_DISCARDED',
  message: 'The execution waited at a hold of its flow, which was discarded.',
};

export const replacedBy: EngineError = {
  code: 'REPLACED',
  message:
    'A newer execution with the same key took the place of this one: settings.control of the flow has overlap: "replace".',
};
