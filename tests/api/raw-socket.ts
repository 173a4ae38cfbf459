import { once } from 'node:events';
import { expect } from '@jest/globals';
import { WebSocket } from 'ws';

export interface SocketMessage {
  type: string;
  id?: string;
  payload?: unknown;
}

/** A connection that speaks the protocol by hand. */
export class RawSocket {
  readonly socket: WebSocket;
  readonly closed: Promise<[number, string]>;
  readonly #received: SocketMessage[] = [];
  #arrived = Promise.withResolvers<void>();

  constructor(url: string, protocols = ['graphql-transport-ws']) {
    this.socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, protocols);
    this.closed = once(this.socket, 'close').then(([code, reason]) => [code, String(reason)]);
    this.socket.on('message', (data) => {
      this.#received.push(JSON.parse(String(data)));
      this.#arrived.resolve();
    });
  }

  async send(...messages: (object | string | Buffer)[]): Promise<void> {
    if (this.socket.readyState === WebSocket.CONNECTING) await once(this.socket, 'open');
    for (const message of messages) {
      this.socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message));
    }
  }

  async next(): Promise<SocketMessage> {
    while (this.#received.length === 0) {
      await this.#arrived.promise;
      this.#arrived = Promise.withResolvers();
    }
    return this.#received.shift() as SocketMessage;
  }

  async acknowledged(payload?: object): Promise<this> {
    await this.send({ type: 'connection_init', ...(payload && { payload }) });
    expect(await this.next()).toEqual({ type: 'connection_ack' });
    return this;
  }

  end(): Promise<[number, string]> {
    this.socket.close();
    return this.closed;
  }
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
export const subscribe = (id: string, query: string, variables?: object) => ({
  type: 'subscribe',
  id,
  payload: { query, ...(variables && { variables }) },
});
