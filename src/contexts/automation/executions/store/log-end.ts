import type { Logger } from 'pino';
import type { EngineError } from '../../../../engine/step.js';

/** An execution whose end is logged. */
export interface LoggedExecution {
  id: string;
  workspaceId: string;
  flowId: string;
  /** ISO time. */
  startedAt: string;
}

export interface LoggedEnd {
  status: 'completed' | 'failed' | 'cancelled';
  /** ISO time. */
  at: string;
  error?: EngineError | null;
}

/** Logs one line for an execution that has ended: a failed one as a warning, with the code of its error. */
export function logEnd(log: Logger, run: LoggedExecution, { status, at, error }: LoggedEnd): void {
  const { id: executionId, workspaceId, flowId, startedAt } = run;
  const durationMs = Math.max(0, Date.parse(at) - Date.parse(startedAt));
  const line = { executionId, workspaceId, flowId, status, durationMs, ...(error && { code: error.code }) };
  if (status === 'failed') log.warn(line, 'execution failed');
  else log.info(line, `execution ${status}`);
}
