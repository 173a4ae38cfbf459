import type { Outbound } from '../../platform/outbound/index.js';
import { createOutbound } from '../../platform/outbound/index.js';

/**
 * The outbound guard, open for one thing more: the server's own demo endpoint. Nothing else on this machine can be
 * reached by it; the endpoint never redirects.
 */
export function withDemoEndpoint(guard: Outbound, serverUrl: string): Outbound {
  const open = createOutbound({ allow: [new URL(serverUrl).hostname] });
  const demoUrl = `${serverUrl}/demo/`;
  return {
    fetch: (url, request) => (url.startsWith(demoUrl) && !url.includes('..') ? open : guard).fetch(url, request),
    connect: guard.connect,
    // The guard has others who use it.
    close: () => open.close(),
  };
}
