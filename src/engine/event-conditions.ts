import { type Condition, evaluateConditions } from './conditions.js';
import {
  captureScope,
  compileTemplate,
  ExpressionError,
  type ExpressionScope,
  ExpressionSyntaxError,
  hasExpression,
  referencesInData,
  resolveFields,
} from './expressions/index.js';
import { RegexError } from './regex.js';

/** Conditions on an event that comes later, with what their expressions read besides it. */
export interface EventConditions {
  conditions: readonly Condition[];
  scope: Readonly<Record<string, unknown>>;
}

/** Conditions as a wait stores them. */
export interface BoundConditions {
  /** Those of the form `{{event.path}} eq value`, by path: an index finds them. */
  match: Record<string, unknown>;
  /** The others; null for none. */
  rest: EventConditions | null;
}

/**
 * Reads what conditions need of the scope of today, so that they can be evaluated when an event occurs.
 * @param taken paths that are compared with other values already
 * @throws ExpressionSyntaxError, ExpressionError, WorkLimitError, SecretSinkError
 */
export function bindConditions(
  conditions: readonly Condition[],
  scope: ExpressionScope,
  taken: readonly string[] = [],
): { value: BoundConditions; missing: readonly string[] } {
  const byPath = new Map<string, unknown>();
  const rest = conditions.filter(({ left, operator, right }) => {
    const path = operator === 'eq' && !readsLater(right) ? pathInEvent(left) : null;
    if (path === null || taken.includes(path) || byPath.has(path)) return true;
    byPath.set(path, right);
    return false;
  });
  const values = resolveFields({ conditions: [...byPath.values()] }, scope);
  const match = Object.fromEntries([...byPath.keys()].map((path, index) => [path, values.value.conditions[index]]));
  const captured = captureScope(rest, scope, 'conditions');
  return {
    value: { match, rest: rest.length > 0 ? { conditions: rest, scope: captured.value } : null },
    missing: [...values.missing, ...captured.missing],
  };
}

/**
 * Whether all conditions hold for an event. One that cannot be evaluated for it does not hold.
 * @throws WorkLimitError
 */
export function conditionsHold({ conditions, scope }: EventConditions, event: object, now: Date): boolean {
  try {
    return evaluateConditions(resolveFields(conditions, { ...scope, event, now: now.toISOString() }).value);
  } catch (error) {
    const isUnmet =
      error instanceof ExpressionError || error instanceof ExpressionSyntaxError || error instanceof RegexError;
    if (!isUnmet) throw error;
    return false;
  }
}

function readsLater(value: unknown): boolean {
  return referencesInData(value).some(({ root }) => root === 'event' || root === 'now');
}

/** The path of a text that is only `{{event.path}}`; null for any other value. */
function pathInEvent(left: unknown): string | null {
  if (typeof left !== 'string' || !hasExpression(left)) return null;
  const { lone } = compileTemplate(left);
  const [reference] = lone?.plain ? lone.references : [];
  if (reference?.root !== 'event' || reference.path.length === 0) return null;
  return reference.path.every((key) => typeof key === 'string' && !key.includes('.')) ? reference.path.join('.') : null;
}
