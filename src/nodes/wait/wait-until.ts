import { z } from 'zod';
import { numberField, optionalField } from '../field-kinds.js';

const longestMinutes = 10 * 366 * 24 * 60;

/** Minutes after which a wait leaves by `timeout`. */
export const timeoutField = optionalField(numberField(z.number().positive().max(longestMinutes)));

/** When a wait times out; null where it has no timeout. */
export function endOfWait(now: Date, minutes: number | undefined): Date | null {
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
}
