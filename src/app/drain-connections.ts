import type { Server, ServerResponse } from 'node:http';

/** Ends the connections of a server without losing a request. */
export interface ConnectionDrain {
  /** From now on each response ends its connection, so that clients connect to another process. New ones are accepted. */
  begin(): void;
  /** Accepts no new connections, and ends those that are still open after `graceMs`. Resolves when none is open. */
  close(graceMs: number): Promise<void>;
}

/** @param server before its other listeners are added */
export function drainConnections(server: Server): ConnectionDrain {
  const open = new Set<ServerResponse>();
  let hasBegun = false;
  server.on('request', (_request, response: ServerResponse) => {
    if (hasBegun) response.shouldKeepAlive = false;
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  const begin = () => {
    hasBegun = true;
    for (const response of open) if (!response.headersSent) response.shouldKeepAlive = false;
  };
  return {
    begin,
    async close(graceMs) {
      begin();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      // Responses whose headers were sent before leave their connection open and idle.
      const sweep = setInterval(() => server.closeIdleConnections(), 100);
      const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(deadline);
    },
  };
}
