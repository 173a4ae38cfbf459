import { type NodeCatalogue, SecretSinkError, sinkProblem, WorkLimitError } from '../../../../engine/index.js';
import type { RunError } from '../../../../engine/step.js';

/** The error of a step whose expressions could not be evaluated. */
export function expressionFailure(error: unknown, nodes: NodeCatalogue): RunError {
  if (error instanceof SecretSinkError) return { code: 'SECRET_SINK', message: sinkMessage(error, nodes) };
  const code = error instanceof WorkLimitError ? error.code : 'EXPRESSION_FAILED';
  return { code, message: (error as Error).message };
}

function sinkMessage({ field, reason }: SecretSinkError, nodes: NodeCatalogue): string {
  if (reason === 'noSink') return `${field} ${sinkProblem(nodes)}`;
  return `${field} must hand on a secret as text: put the expression that reads it into a field of its own.`;
}
