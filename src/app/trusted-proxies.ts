import type { IncomingMessage } from 'node:http';
import proxyAddress from 'proxy-addr';

/** What trusted proxies say of a request: for Express, and for connections that do not pass through it. */
export interface TrustedProxies {
  /** Whether the proxy with an address is trusted; `hop` counts from the server. Express takes it as `trust proxy`. */
  trusts: (address: string, hop: number) => boolean;
  /** The address of the client, as `request.ip`. */
  addressOf(request: IncomingMessage): string;
  /** As `request.host`. */
  hostOf(request: IncomingMessage): string | undefined;
}

/** @param proxies none, as many as there are in front of the server, or their addresses and subnets */
export function trustProxies(proxies: false | number | string[]): TrustedProxies {
  const trusts =
    typeof proxies === 'number' ? (_: string, hop: number) => hop < proxies : proxyAddress.compile(proxies || []);
  return {
    trusts,
    addressOf: (request) => proxyAddress(request, trusts),
    hostOf({ headers, socket }) {
      const forwarded = headers['x-forwarded-host'] as string | undefined;
      if (!forwarded || !trusts(socket.remoteAddress ?? '', 0)) return headers.host || undefined;
      return forwarded.split(',')[0]?.trimEnd();
    },
  };
}
