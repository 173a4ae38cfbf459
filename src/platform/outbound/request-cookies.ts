import type { SiteCookies } from './cookie-jar.js';
import type { CookieStore } from './outbound-request.js';

/** Cookies that one step stores, of up to 1,000 pages: a server that sets more does not fill the memory. */
const mostCookies = 5_000;

/** The cookies of one step: of its redirects and its pages. */
export class RequestCookies implements CookieStore {
  #kept: SiteCookies | undefined;
  #count = 0;

  headerFor(url: URL): string {
    return this.#kept?.headerFor(url) ?? '';
  }

  async keep(url: URL, setCookies: readonly string[]): Promise<void> {
    // Loaded with the first cookie: most servers set none.
    this.#kept ??= new (await import('./cookie-jar.js')).SiteCookies();
    for (const text of setCookies) {
      if (++this.#count > mostCookies) return;
      this.#kept.set(text, url);
    }
  }
}
