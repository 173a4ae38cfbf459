import type { Outbound } from '../../src/platform/outbound/index.js';

/**
 * The network access of flows, with every host served by one server on this machine, which reads the host in `x-asked-origin`. The
 * hosts that a credential may be sent to are those of the URL that was asked for.
 */
export const routedTo =
  (origin: () => string) =>
  (guard: Outbound): Outbound => ({
    ...guard,
    async fetch(url, request) {
      const target = new URL(url);
      const refused = request.confinement?.violation(target.hostname);
      if (refused) throw refused;
      const { confinement, ...rest } = request;
      const answer = await guard.fetch(origin() + target.pathname + target.search, {
        ...rest,
        headers: { ...request.headers, 'x-asked-origin': target.origin },
        ...(confinement && { confinement: { ...confinement, violation: () => null } }),
      });
      return { ...answer, url };
    },
  });
