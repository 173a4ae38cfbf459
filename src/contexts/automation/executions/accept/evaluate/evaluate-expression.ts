import {
  compileExpression,
  type Expression,
  type ExpressionScope,
  hasExpression,
  metered,
  NullOperandError,
  parseTemplate,
  resolveExpression,
  resolveFields,
  scopeRoots,
  secretRoot,
  WorkMeter,
  workOfStep,
} from '../../../../../engine/index.js';
import { sizeOfAnswer } from '../../../../../platform/answers/answer-size.js';
import { validationFailed } from '../../../../../platform/errors/errors.js';
import type { Scope } from '../../../../../platform/graphql/context.js';
import { parseInOperation, workInOperation } from '../../../flows/index.js';
import { missingName } from '../../run/missing-name.js';
import type { EvaluatedExpression, EvaluateExpressionInput } from './expression.object.js';
import { callProblemOf, problemOf, referenceProblem, secretProblem } from './expression-problem.js';
import { globalVarsOf, readRecording } from './recorded-scope.js';

/**
 * Evaluates an expression as a step would, with the same limit on its work, on data that an execution recorded and data of
 * the request. Secrets cannot be read. An expression without a value is a result, not an error of the request.
 * @throws AppError NOT_FOUND for the execution, VALIDATION_FAILED for unknown roots in `data`
 */
export async function evaluateExpression(scope: Scope, input: EvaluateExpressionInput): Promise<EvaluatedExpression> {
  const { expression: text, executionId, nodeId, data } = input;
  requireRoots(data ?? {});
  requireSize(data ?? {});
  let parsed: readonly Expression[];
  try {
    parsed = hasExpression(text)
      ? (await parseInOperation(scope, parseTemplate(text))).expressions
      : [await workInOperation(scope, () => compileExpression(text))];
  } catch (error) {
    return refused(problemOf(error));
  }
  const references = parsed.flatMap((one) => one.references);
  const problem = secretProblem(text, parsed) ?? callProblemOf(text, parsed);
  // The execution must exist, whatever the expression is.
  const recording = executionId
    ? await readRecording(scope, { executionId, nodeId: nodeId ?? null, references })
    : null;
  if (problem) return refused(problem);
  const unknown = referenceProblem(text, references, recording?.nodeIds ?? null, data ?? {});
  if (unknown) return refused(unknown);
  try {
    const recorded = recording ? await recording.scope() : { now: scope.services.now().toISOString() };
    const globalVars = await globalVarsOf(scope, references);
    const values = { ...recorded, globalVars, ...data };
    return await workInOperation(scope, (whole) => evaluated(text, values, new WorkMeter(workOfStep, whole)));
  } catch (error) {
    return refused(problemOf(error));
  }
}

function evaluated(text: string, scope: ExpressionScope, work: WorkMeter): EvaluatedExpression {
  const globalVars = (scope.globalVars ?? {}) as Record<string, string>;
  const unmetBy = (missing: readonly string[]) => missingName(missing, { secrets: {}, allowedHosts: {}, globalVars });
  try {
    const { value, missing } = metered(work, () =>
      hasExpression(text) ? resolveFields({ text }, scope) : resolveExpression(text, scope),
    );
    const unmet = unmetBy(missing);
    if (unmet) return refused(unmet);
    const result = hasExpression(text) ? (value as { text: unknown }).text : value;
    return { value: result ?? null, type: typeOf(result ?? null), missing, error: null };
  } catch (error) {
    const unmet = error instanceof NullOperandError ? unmetBy(error.missing) : null;
    return refused(unmet ?? problemOf(error));
  }
}

function refused(error: EvaluatedExpression['error']): EvaluatedExpression {
  return { value: null, type: null, missing: [], error: error ?? null };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Bytes of the data as JSON, as the body of the REST route has them at most. */
const dataAtMost = 1024 * 1024;

function requireSize(data: Record<string, unknown>): void {
  // Quicker than writing it, and never less than its bytes.
  if (!('over' in sizeOfAnswer(data, dataAtMost))) return;
  if (Buffer.byteLength(JSON.stringify(data)) <= dataAtMost) return;
  const message = `data must have at most ${dataAtMost} bytes as JSON.`;
  throw validationFailed([{ field: 'data', rule: 'TOO_LARGE', message }]);
}

function requireRoots(data: Record<string, unknown>): void {
  const readable = scopeRoots.filter((root) => root !== secretRoot);
  const unknown = Object.keys(data).filter((name) => !readable.some((root) => root === name));
  if (unknown.length === 0) return;
  throw validationFailed(
    unknown.map((name) => ({
      field: `data.${name}`,
      rule: 'ROOT_UNKNOWN',
      message: `${name} must be a root of expressions that is not secret. Accepted: ${readable.join(', ')}.`,
    })),
  );
}
