import type { Outbound } from '../../platform/outbound/index.js';
import { createOutbound } from '../../platform/outbound/index.js';

/**
 * The outbound guard, which also allows the server's own demo endpoint. Nothing else on this machine can be reached through
 * it, and no redirect is followed.
 * @param serverUrl returns the URL of the server; its host does not change
 */
export function withDemoEndpoint(guard: Outbound, serverUrl: () => string): Outbound {
  const demo = () => new URL('/demo/orders', serverUrl());
  const open = createOutbound({ allow: [demo().hostname], maxRedirects: 0 });
  return {
    fetch(url, request) {
      // Parsed once, so that the URL that was checked is the URL that is requested.
      const target = URL.parse(url);
      const { origin, pathname } = demo();
      const isDemo = target?.origin === origin && target.pathname === pathname;
      return isDemo ? open.fetch(target.href, request) : guard.fetch(url, request);
    },
    connect: guard.connect,
    // The guard itself is shared and stays open.
    close: () => open.close(),
  };
}
