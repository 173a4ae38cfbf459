import { z } from 'zod';
import { ExpressionError } from '../../engine/expressions/index.js';
import { RegexError } from '../../engine/regex.js';
import type { EngineError } from '../../engine/step.js';
import { charge } from '../../engine/work.js';
import type { Outcome } from '../define-node.js';
import { filledText } from '../field-kinds.js';

/** Items that one node processes. */
export const mostItems = 10_000;
/** Units of work for an item that a node visits, and for one whose content it compares. */
const visited = 1;
const compared = 5;

/** A list of items. */
export function itemsField(what = 'The list, usually an expression.') {
  return z.array(z.unknown()).max(mostItems).describe(`${what} At most 10,000 items.`);
}

/** The path of a field of each item. */
export function keyField(what: string) {
  return filledText(200).describe(`${what} A path such as \`customer.email\`.`);
}

type Lists = readonly (readonly unknown[])[];

/** Runs a node over lists, whose work is charged first. What the data do not allow is an error of the step. */
export function overItems(lists: Lists, work: () => Outcome, options?: { deep?: boolean }): Outcome;
export function overItems<T>(lists: Lists, work: () => Outcome | T, options?: { deep?: boolean }): Outcome | T;
export function overItems<T>(lists: Lists, work: () => Outcome | T, { deep = false } = {}): Outcome | T {
  charge(lists.reduce((count, { length }) => count + length, 0) * (deep ? compared : visited));
  try {
    return work();
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    return { kind: 'failed', error: { code, message: (error as Error).message }, retryable: false };
  }
}

/** The items do not allow what the node does with them. The message names the field. */
export class ItemsError extends Error {
  override readonly name = 'ItemsError';
}

/** Does what the library of expressions does, whose errors continue a sentence. @throws ItemsError */
export function asItemsError<T>(field: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new ItemsError(`${field}: ${(error as Error).message}`);
  }
}

function codeOf(error: unknown): EngineError['code'] | null {
  if (error instanceof ItemsError) return 'FIELD_INVALID';
  return error instanceof RegexError || error instanceof ExpressionError ? error.code : null;
}
