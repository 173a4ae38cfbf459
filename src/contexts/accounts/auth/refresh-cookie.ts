import { parseCookie, stringifySetCookie } from 'cookie';
import { AppError } from '../../../platform/errors.js';
import type { GraphContext } from '../../../platform/graphql/context.js';
import { sessionLifetime } from './session.js';

// Lax: a form on another site cannot send it along, so no other site can refresh or log out.
const cookieName = 'wa_refresh';

/** The refresh token that the request brought, if any. */
export function readRefreshToken({ cookies }: GraphContext): string | undefined {
  return (cookies.header && parseCookie(cookies.header)[cookieName]) || undefined;
}

/** The refresh token that the request brought. @throws AppError UNAUTHENTICATED */
export function requireRefreshToken(context: GraphContext): string {
  if (!context.cookies.sink) {
    throw new AppError(
      'UNAUTHENTICATED',
      'Refreshing needs cookies, which this connection cannot carry. Use POST /auth/refresh, or POST /graphql over HTTP.',
    );
  }
  const token = readRefreshToken(context);
  if (!token) {
    throw new AppError(
      'UNAUTHENTICATED',
      `No refresh token came along. Log in, and send the cookie ${cookieName} back.`,
    );
  }
  return token;
}

/** Has the client keep a refresh token; on a connection without cookies it goes nowhere. */
export function setRefreshCookie(context: GraphContext, value: string): void {
  setCookie(context, value, sessionLifetime);
}

/** Has the client forget its refresh token. */
export function forgetRefreshToken(context: GraphContext): void {
  setCookie(context, '', 0);
}

function setCookie({ cookies, services }: GraphContext, value: string, maxAge: number): void {
  cookies.sink?.setCookie(
    stringifySetCookie({
      name: cookieName,
      value,
      maxAge,
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: services.settings.publicUrl.startsWith('https:'),
    }),
  );
}
