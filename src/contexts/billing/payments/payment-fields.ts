import type { z } from 'zod';
import { validationFailed } from '../../../platform/errors/errors.js';
import { creditMicros } from '../../../platform/metering/credit-amount.js';

/** Reads a part of an event. @throws AppError VALIDATION_FAILED naming each field below `path` */
export function readFields<T>(schema: z.ZodType<T>, value: unknown, path: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw validationFailed(
    result.error.issues.map((issue) => {
      const field = [path, ...issue.path].filter((part) => part !== '').join('.');
      return { field, message: `${field} is not valid: ${issue.message}.` };
    }),
  );
}

/** Who gets the credits of a payment, and how many. */
export interface PaidCredits {
  account: string;
  micros: bigint;
}

/**
 * Reads `account` and `credits`; null if neither is there: the payment is for something else.
 * @param path where they are, for the error
 * @throws AppError VALIDATION_FAILED
 */
export function readPaidCredits(
  { account, credits }: { account?: unknown; credits?: unknown },
  path: string,
): PaidCredits | null {
  if (account === undefined && credits === undefined) return null;
  const micros = typeof credits === 'string' || typeof credits === 'number' ? creditMicros(String(credits)) : null;
  const violations = [];
  if (typeof account !== 'string' || account === '') {
    const field = `${path}.account`;
    const message = `${field} must be the ID of an account, the ID of one of its workspaces, or the email of its user.`;
    violations.push({ field, message });
  }
  if (micros === null || micros <= 0n) {
    const field = `${path}.credits`;
    violations.push({ field, message: `${field} must be a decimal greater than 0 with at most six places.` });
  }
  if (violations.length > 0) throw validationFailed(violations);
  return { account: account as string, micros: micros as bigint };
}
