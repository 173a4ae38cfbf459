import { type Cookie, CookieJar } from 'tough-cookie';
import type { TestApp } from '../../../../support/app.js';

/** An answer that the browser shows. */
export interface Shown {
  url: string;
  status: number;
  headers: Headers;
  text: string;
}

/** What follows redirects and keeps cookies, as a browser does. */
export interface Browser {
  /** Opens an address, and follows its redirects. Stops before an address that `stop` matches. */
  open(url: string, stop?: RegExp): Promise<Shown>;
  /** Sends JSON to the server. */
  post(
    path: string,
    body: unknown,
    as?: string,
  ): Promise<{ status: number; body: { success: boolean; data: never; error: never } }>;
  cookie(name: string): Promise<Cookie | undefined>;
}

/** The address that providers send browsers back to; see `publicUrl` of the test app. */
const publicUrl = 'http://localhost:4000';

/** A browser for the server. Cookies are kept by origin: on loopback, all servers have one host. */
export function createBrowser(app: TestApp): Browser {
  const jars = new Map<string, CookieJar>();
  const real = (url: string) => url.replace(publicUrl, app.url);
  const jarOf = (url: string) => {
    const { origin } = new URL(url);
    const jar = jars.get(origin) ?? new CookieJar();
    jars.set(origin, jar);
    return jar;
  };
  const send = async (url: string, init: RequestInit & { headers?: Record<string, string> } = {}) => {
    const jar = jarOf(url);
    const cookie = await jar.getCookieString(url);
    const headers = { ...init.headers, ...(cookie && { cookie }) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const one of response.headers.getSetCookie()) await jar.setCookie(one, url);
    return response;
  };
  return {
    async open(first, stop) {
      let url = real(first);
      for (let count = 0; count < 12; count++) {
        const response = await send(url);
        const text = await response.text();
        const location = response.headers.get('location');
        const shown = { url, status: response.status, headers: response.headers, text };
        if (!location) return shown;
        url = real(new URL(location, url).href);
        if (stop?.test(url)) return { ...shown, url };
      }
      throw new Error(`Too many redirects: ${url}`);
    },
    async post(path, body, as) {
      const headers = { 'content-type': 'application/json', ...(as && { authorization: `Bearer ${as}` }) };
      const response = await send(`${app.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: response.status, body: (await response.json()) as never };
    },
    async cookie(name) {
      return (await jarOf(app.url).getCookies(app.url)).find(({ key }) => key === name);
    },
  };
}
