import { isConflict, isDatabaseAway } from './database-errors.js';
import { apiErrors, type ErrorCode } from './error-catalogue.js';
import { capitalized } from './words.js';

export type { ErrorCode };

/** One violation: the field, the rule, and what is accepted. */
export interface ErrorDetail {
  field?: string;
  rule?: string;
  message: string;
  [fact: string]: unknown;
}

/** An error that the caller may see. Its message says what is wrong and what is accepted. */
export class AppError extends Error {
  override name = 'AppError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: ErrorDetail[],
    /** Seconds after which a retry is sensible; becomes `Retry-After`. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }

  /** Further headers of the HTTP response. */
  headers: Readonly<Record<string, string>> = {};

  /** The same error, with further headers of the HTTP response. */
  with(headers: Readonly<Record<string, string>>): this {
    this.headers = { ...this.headers, ...headers };
    return this;
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

/** What a message says of a value outside a closed set, after the name of the field. */
export function mustBeOneOf(values: readonly unknown[]): string {
  return `must be one of: ${values.join(', ')}.`;
}

/** Violations that one error reports: nobody corrects more at once, and each costs time. */
export const violationsAtMost = 100;

/** All violations of the caller's input at once. The message is that of the first one, because logs show it alone. */
export function validationFailed(found: ErrorDetail[]): AppError {
  const details = found.slice(0, violationsAtMost);
  const [first, ...others] = details;
  const least = details.length < violationsAtMost ? '' : 'at least ';
  const more = others.length > 0 ? ` And ${least}${others.length} more: see details.` : '';
  return new AppError('VALIDATION_FAILED', `${first?.message ?? 'The request is not valid.'}${more}`, details);
}

/** Any thrown value as an error that the caller may see; null if it must be reported as an internal error. */
export function toAppError(error: unknown): AppError | null {
  for (let cause = error, depth = 0; cause && depth < 8; depth++) {
    if (cause instanceof AppError) return cause;
    const { code, originalError, previous } = cause as {
      code?: string;
      originalError?: unknown;
      previous?: unknown;
    };
    if (isDatabaseAway(cause)) {
      return new AppError('UNAVAILABLE', 'The database is unavailable. Try again in a few seconds.', undefined, 5);
    }
    if (isConflict(cause)) {
      const message = 'The same data is being changed by other requests. Nothing was changed: try again in a second.';
      return new AppError('UNAVAILABLE', message, undefined, 1);
    }
    if (code === '22021' || code === '22P05') {
      return new AppError('VALIDATION_FAILED', 'Texts must not contain NUL characters. Remove them.');
    }
    cause = originalError ?? previous ?? (cause as { cause?: unknown }).cause;
  }
  return null;
}
