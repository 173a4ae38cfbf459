import { AppError } from '../../../../platform/errors/errors.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { readCookie, setCookie } from './cookies.js';
import { sessionLifetime } from './session-lifetime.js';

const cookieName = 'wa_refresh';

/** Reads the refresh token of the request, if any. */
export function readRefreshToken(context: GraphContext): string | undefined {
  return readCookie(context, cookieName);
}

/** Reads the refresh token of the request. @throws AppError UNAUTHENTICATED */
export function requireRefreshToken(context: GraphContext): string {
  if (!context.cookies.sink) {
    throw new AppError(
      'UNAUTHENTICATED',
      'A refresh requires cookies, which this connection does not support. Use POST /auth/refresh, or POST /graphql over HTTP.',
    );
  }
  const token = readRefreshToken(context);
  if (!token) {
    throw new AppError(
      'UNAUTHENTICATED',
      `The cookie ${cookieName} is required. Log in, and send the cookie of the answer.`,
    );
  }
  return token;
}

/** Sets the cookie with a refresh token; does nothing on a connection without cookies. */
export function setRefreshCookie(context: GraphContext, value: string): void {
  setCookie(context, cookieName, value, sessionLifetime);
}

/** Deletes the cookie with the refresh token. */
export function clearRefreshCookie(context: GraphContext): void {
  setCookie(context, cookieName, '', 0);
}
