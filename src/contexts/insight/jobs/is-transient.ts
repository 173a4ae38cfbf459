import type { AppError } from '../../../platform/errors/errors.js';

/** Whether the same may succeed later: the server is busy or away, a quota is used up, or another process is still at it. */
export function isTransient({ status, retryAfter }: AppError): boolean {
  return status >= 500 || status === 429 || retryAfter !== undefined;
}
