import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { RequestMetadata } from '../../platform/graphql/context.js';

/** The metadata of one operation on a WebSocket: a request of its own, with an ID for its errors, its log lines and the audit log. */
export class SocketOperation implements RequestMetadata {
  readonly id = randomUUID();
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
  workspaceId: string | undefined;
  readonly #parent: Logger;
  #log: Logger | undefined;

  /** @param connection the metadata of the request that opened the socket */
  constructor({ ip, userAgent }: RequestMetadata, log: Logger) {
    this.ip = ip;
    this.userAgent = userAgent;
    this.#parent = log;
  }

  /** Created at its first use, because most operations log nothing. */
  get log(): Logger {
    this.#log ??= this.#parent.child({ requestId: this.id });
    return this.#log;
  }
}
