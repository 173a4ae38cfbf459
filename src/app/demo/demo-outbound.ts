import type { Outbound } from '../../platform/outbound/index.js';
import { createOutbound } from '../../platform/outbound/index.js';

/**
 * The outbound guard, open for one thing more: the server's own demo endpoint. Nothing else on this machine can be
 * reached by it, and no redirect is followed.
 * @param serverUrl where the server answers, once it does; at a host that does not change
 */
export function withDemoEndpoint(guard: Outbound, serverUrl: () => string): Outbound {
  const demo = () => new URL('/demo/orders', serverUrl());
  const open = createOutbound({ allow: [demo().hostname], maxRedirects: 0 });
  return {
    fetch(url, request) {
      // Read once: what is compared is what is asked, whatever the text looked like.
      const target = URL.parse(url);
      const { origin, pathname } = demo();
      const isDemo = target?.origin === origin && target.pathname === pathname;
      return isDemo ? open.fetch(target.href, request) : guard.fetch(url, request);
    },
    connect: guard.connect,
    // The guard has others who use it.
    close: () => open.close(),
  };
}
