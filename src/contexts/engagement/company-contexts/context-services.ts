import type { SiteReader } from './site/site-reader.js';

declare module '../../../platform/services.js' {
  interface Services {
    /** Reads sites through the outbound guard. */
    sites: SiteReader;
  }
}
