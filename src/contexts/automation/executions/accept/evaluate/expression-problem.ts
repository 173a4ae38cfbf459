import {
  didYouMean,
  type Expression,
  ExpressionError,
  ExpressionSyntaxError,
  type Reference,
  scopeRoots,
  secretRoot,
  WorkLimitError,
} from '../../../../../engine/index.js';
import { ValueTooLarge } from '../../store/values/value-reader.js';
import type { ExpressionProblem } from './expression.object.js';

/** Why an expression cannot be parsed or evaluated. @throws any error that the expression does not cause */
export function problemOf(error: unknown): ExpressionProblem {
  if (error instanceof ExpressionSyntaxError) {
    const { code, message, position, cure } = error;
    return { code, message, position, suggestion: cure };
  }
  if (error instanceof ValueTooLarge) return { code: 'VALUE_TOO_LARGE', message: error.message };
  if (error instanceof ExpressionError || error instanceof WorkLimitError) {
    const suggestion = /Did you mean "[^"]*"\?/.exec(error.message)?.[0] ?? null;
    return { code: error.code, message: error.message, suggestion };
  }
  throw error;
}

/** The problem of an expression that reads secrets, directly or by their root; null if it does not. */
export function secretProblem(text: string, parsed: readonly Expression[]): ExpressionProblem | null {
  if (!parsed.some(({ secret }) => secret)) return null;
  return {
    code: 'SECRET_SINK',
    message: `${secretRoot} cannot be read here: the value of a secret is never shown.`,
    position: placeOf(text, secretRoot),
    suggestion: 'Try the expression with an example text in place of the secret.',
  };
}

/** The problem of an expression with a call that always fails. */
export function callProblemOf(text: string, parsed: readonly Expression[]): ExpressionProblem | null {
  const found = parsed.find(({ problem }) => problem !== null);
  if (!found?.problem) return null;
  const name = /^calls (?:the function )?([\w.]+)/.exec(found.problem)?.[1] ?? '';
  return {
    code: 'EXPR_CALL_INVALID',
    message: `The expression ${found.problem}`,
    position: placeOf(text, name),
    suggestion: /Did you mean "[^"]*"\?/.exec(found.problem)?.[0] ?? null,
  };
}

/**
 * The problem of an expression that reads an unknown root, or a node that the flow lacks.
 * @param nodeIds of the flow; null if they are not known
 */
export function referenceProblem(
  text: string,
  references: readonly Reference[],
  nodeIds: readonly string[] | null,
  { steps }: Record<string, unknown>,
): ExpressionProblem | null {
  for (const { root, path } of references) {
    if (!scopeRoots.some((known) => known === root)) {
      const message = `"${root}" is not a root of expressions. The root must be one of: ${scopeRoots.join(', ')}.`;
      return unknown(text, root, message, scopeRoots);
    }
    const [id] = path;
    const known = [...(nodeIds ?? []), ...Object.keys(steps ?? {})];
    if (root !== 'steps' || typeof id !== 'string' || nodeIds === null || known.includes(id)) continue;
    return unknown(text, id, `The node "${id}" was not found in the flow. Use the ID of one of its nodes.`, known);
  }
  return null;
}

function unknown(text: string, name: string, message: string, known: readonly string[]): ExpressionProblem {
  const suggestion = didYouMean(name, known).trim() || null;
  return { code: 'EXPR_REF_UNKNOWN', message, position: placeOf(text, name), suggestion };
}

/** Where a name stands in the text, not as a part of another one. */
function placeOf(text: string, name: string): number | null {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const at = name === '' ? -1 : text.search(new RegExp(`(?<![\\w$])${escaped}(?!\\w)`));
  return at < 0 ? null : at;
}
