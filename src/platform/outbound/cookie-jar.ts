import { CookieJar } from 'tough-cookie';

/** Cookies by the rules of browsers (RFC 6265). A module of its own, because its package is loaded with the first cookie only. */
export class SiteCookies {
  readonly #jar = new CookieJar();

  headerFor(url: URL): string {
    return this.#jar.getCookieStringSync(url.href);
  }

  /** Stores what a response sets; what is no cookie, or not one of its site, is ignored. */
  set(text: string, url: URL): void {
    this.#jar.setCookieSync(text, url.href, { ignoreError: true });
  }
}
