import { z } from 'zod';
import { numberField } from '../field-kinds.js';

const statusCode = numberField(z.number().int().min(100).max(599));
const statusClass = z.string().regex(/^[1-5]xx$/i, 'must be a status code, or a class such as "4xx"');
const statusPattern = z.union([statusCode, statusClass]);

/** One status or several, as codes or classes. */
export const expectStatusField = z.union([statusPattern, z.array(statusPattern).min(1).max(50)], {
  error: 'must be a status code from 100 to 599, a class such as "4xx", or a list of 1 to 50 of them',
});

type Pattern = number | string;

/** Whether a status counts as success: one of `expected`, by default 2xx and 3xx. */
export function isExpected(status: number, expected: Pattern | Pattern[] | undefined): boolean {
  if (expected === undefined) return status >= 200 && status < 400;
  return [expected].flat().some((pattern) => matches(status, pattern));
}

/** The expected statuses as text. */
export function expectedText(expected: Pattern | Pattern[] | undefined): string {
  return expected === undefined ? '2xx or 3xx' : [expected].flat().join(', ');
}

/** Whether a retry of the same request may get another status. */
export function mayChange(status: number): boolean {
  return status < 400 || status >= 500 || [404, 408, 409, 423, 425, 429].includes(status);
}

function matches(status: number, pattern: Pattern): boolean {
  return typeof pattern === 'number' ? status === pattern : String(status)[0] === pattern[0];
}
