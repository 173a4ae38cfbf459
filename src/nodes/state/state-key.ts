import { z } from 'zod';
import { numberField, optionalField, textField } from '../field-kinds.js';

const allowed = /^(?!\.{1,2}$)[^\p{Cc}\u2028\u2029]{1,200}$/u;

/** What a key of the state must be, as the end of a sentence. */
export const stateKeyRule =
  'must have 1 to 200 characters on one line, without blanks at its ends, and must not be "." or ".."';

/** Whether a text can be a key of the state: any characters of one line. */
export function isStateKey(key: string): boolean {
  return allowed.test(key) && key.trim() === key && key.isWellFormed();
}

/** Ten years, in seconds. */
export const stateTtlAtMost = 10 * 366 * 24 * 3600;

/** The key of an entry; blanks at its ends are dropped. */
export const stateKey = textField(z.string().trim().refine(isStateKey, stateKeyRule)).describe(
  'The key: 1 to 200 characters on one line, for example `lastOrder` or `order:{{triggerData.id}}`. Upper and lower case differ.',
);

export const stateScope = optionalField(z.enum(['flow', 'workspace'])).describe(
  'Whose state: `flow`, the default, or `workspace` for an entry that all flows share.',
);

export const ttlSeconds = numberField(z.number().int().min(1).max(stateTtlAtMost));
