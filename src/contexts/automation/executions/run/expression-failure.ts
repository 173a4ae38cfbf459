import {
  ExpressionError,
  type NodeCatalogue,
  NullOperandError,
  SecretSinkError,
  sinkProblem,
  WorkLimitError,
} from '../../../../engine/index.js';
import type { EngineError } from '../../../../engine/step.js';
import type { ExecutionValues } from '../../../accounts/secrets/index.js';
import { missingName } from './missing-name.js';

/** The error of a step whose expressions could not be evaluated with these values. */
export function expressionFailure(error: unknown, nodes: NodeCatalogue, values: ExecutionValues): EngineError {
  if (error instanceof SecretSinkError) return { code: 'SECRET_SINK', message: sinkMessage(error, nodes) };
  const unmet = error instanceof NullOperandError ? missingName(error.missing, values) : null;
  if (unmet) return unmet;
  const known = error instanceof WorkLimitError || error instanceof ExpressionError;
  return { code: known ? error.code : 'EXPRESSION_FAILED', message: (error as Error).message };
}

function sinkMessage({ field, problem }: SecretSinkError, nodes: NodeCatalogue): string {
  return `${field} ${problem ?? sinkProblem(nodes)}`;
}
