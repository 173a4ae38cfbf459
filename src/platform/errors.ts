import { isConflict } from './database/database-errors.js';
import { apiErrors, type ErrorCode } from './error-catalogue.js';
import { capitalized } from './words.js';

export type { ErrorCode };

/** One broken rule: where, which, and what would be right. */
export interface ErrorDetail {
  field?: string;
  rule?: string;
  message: string;
  [fact: string]: unknown;
}

/** A failure that the caller may know of. Its message says what was wrong and what would be right. */
export class AppError extends Error {
  override name = 'AppError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: ErrorDetail[],
    /** Seconds after which another try makes sense; becomes `Retry-After`. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }

  get status(): number {
    return apiErrors[this.code].status;
  }
}

/**
 * For something that does not exist, or that the caller may not know to exist: both look alike.
 * @param what `contact`
 */
export function notFound(what: string): AppError {
  return new AppError(
    'NOT_FOUND',
    `${capitalized(what)} not found. It does not exist, or you do not have access to it.`,
  );
}

/** Broken rules of the caller's input, all of them at once. */
export function validationFailed(details: ErrorDetail[]): AppError {
  const fields = details.map((detail) => detail.field).filter(Boolean);
  const where = fields.length > 0 ? ` (${[...new Set(fields)].slice(0, 5).join(', ')})` : '';
  return new AppError(
    'VALIDATION_FAILED',
    `The request breaks ${details.length} rule(s)${where}. See details.`,
    details,
  );
}

/** Connection lost, server starting or stopping: the database is away, the request was fine. */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '08003',
  '53300',
]);

/** Any thrown value as an error the caller may see; null where it must be told as an internal one. */
export function toAppError(error: unknown): AppError | null {
  for (let cause = error, depth = 0; cause && depth < 8; depth++) {
    if (cause instanceof AppError) return cause;
    const { code, message, originalError, previous } = cause as {
      code?: string;
      message?: string;
      originalError?: unknown;
      previous?: unknown;
    };
    if (
      (code && awayCodes.has(code)) ||
      /Connection terminated|timeout exceeded when trying to connect/.test(message ?? '')
    ) {
      return new AppError(
        'UNAVAILABLE',
        'The database cannot be reached right now. Try again in a few seconds.',
        undefined,
        5,
      );
    }
    if (isConflict(cause)) {
      const message = 'Others change the same data at this moment. Nothing was changed: try again in a second.';
      return new AppError('UNAVAILABLE', message, undefined, 1);
    }
    if (code === '22021' || code === '22P05') {
      return new AppError('VALIDATION_FAILED', 'A text holds a NUL character, which cannot be stored. Remove it.');
    }
    cause = originalError ?? previous ?? (cause as { cause?: unknown }).cause;
  }
  return null;
}
