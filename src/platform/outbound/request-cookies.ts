import type { CookieJar } from 'tough-cookie';
import type { CookieStore } from './outbound-request.js';

/** Cookies of one site; a server that sets more does not fill the memory. */
const mostCookies = 50;

/** The cookies of one step: of its redirects and its pages. */
export class RequestCookies implements CookieStore {
  #jar: CookieJar | undefined;
  #count = 0;

  headerFor(url: URL): string {
    return this.#jar?.getCookieStringSync(url.href) ?? '';
  }

  async keep(url: URL, setCookies: readonly string[]): Promise<void> {
    // Loaded with the first cookie: most servers set none.
    this.#jar ??= new (await import('tough-cookie')).CookieJar();
    for (const text of setCookies) {
      if (++this.#count > mostCookies) return;
      this.#jar.setCookieSync(text, url.href, { ignoreError: true });
    }
  }
}
