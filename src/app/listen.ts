import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where a server listens, and the setting that chooses its port. */
export interface Place {
  port: number;
  host: string;
  setting: string;
}

/** Opens a port. @throws Error with the cure if it is in use */
export function listen(server: Server, { port, host, setting }: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = error.code === 'EADDRINUSE';
      const message = `Port ${port} is already in use. Stop the program that uses it, or set ${setting} to a free port.`;
      reject(inUse ? new Error(message) : error);
    });
    server.listen(port, host, resolve);
  });
}

/** The URL of a server for a client on this machine: with the port that it listens on; before that, the configured one. */
export function addressOf(server: Server, { host, port }: Pick<Place, 'host' | 'port'>): string {
  const bound = server.address() as AddressInfo | null;
  return `http://${hostInUrl(host)}:${bound?.port ?? port}`;
}

function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
