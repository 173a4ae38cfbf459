/** The longest wait that a `Retry-After` can ask for, in milliseconds: a day. */
export const longestRetryAfterMs = 24 * 3_600_000;

/**
 * Reads the header `Retry-After`: seconds, or a date of HTTP.
 * @returns the milliseconds to wait, at most a day; null without a valid one
 */
export function retryAfterMs(value: string | undefined, now: Date): number | null {
  const text = value?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : dateOf(text) - now.getTime();
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), longestRetryAfterMs);
}

/** Only the forms with a zone: another text would be read as a time of this server. */
function dateOf(text: string): number {
  return /^[A-Z][a-z]+, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN;
}
