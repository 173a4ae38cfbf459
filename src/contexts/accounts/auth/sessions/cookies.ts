import { parseCookie, stringifySetCookie } from 'cookie';
import type { GraphContext } from '../../../../platform/graphql/context.js';

/** Reads a cookie of the request, if any. */
export function readCookie({ cookies }: GraphContext, name: string): string | undefined {
  return (cookies.header && parseCookie(cookies.header)[name]) || undefined;
}

/**
 * Sets a cookie that scripts cannot read; does nothing on a connection without cookies. Lax: forms on other sites do not
 * send it.
 * @param maxAge seconds; 0 deletes it
 */
export function setCookie({ cookies, services }: GraphContext, name: string, value: string, maxAge: number): void {
  cookies.sink?.setCookie(
    stringifySetCookie({
      name,
      value,
      maxAge,
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: services.settings.publicUrl.startsWith('https:'),
    }),
  );
}
