import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Tenant } from '../harness/client.js';

/** Where an attack is directed, and from where. All of it can be sent to another process. */
export interface Target {
  url: string;
  /** The attacker's own workspace. */
  tenant: Pick<Tenant, 'workspaceId' | 'token' | 'apiKey'>;
  /** A server of the attacker's, which flows call. */
  slowUrl: string;
  seconds: number;
  seed: number;
}

export interface Sent {
  method?: string;
  path: string;
  body?: string | Buffer;
  headers?: OutgoingHttpHeaders;
  /** Without a credential. */
  anonymous?: boolean;
}

/** Addresses of this machine besides the one of the other workspace; other systems than Linux have one only. */
const ownAddress = process.platform === 'linux' ? '127.0.0.2' : undefined;

/** What an attack works with. */
export class Attacker {
  readonly deadline: number;
  /** How often each status was answered, `error` for connections that were refused or closed. */
  readonly answers: Record<string, number> = {};
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #open = new Set<Socket>();

  constructor(
    readonly target: Target,
    readonly random: () => number,
  ) {
    this.deadline = performance.now() + target.seconds * 1_000;
  }

  get isOver(): boolean {
    return performance.now() > this.deadline;
  }

  /** Repeats something in so many lanes side by side, until the time is over. */
  async repeat(lanes: number, act: (lane: number) => Promise<unknown>): Promise<void> {
    const run = async (lane: number) => {
      while (!this.isOver) await act(lane);
    };
    await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)));
  }

  /** Sends a request and reads its answer. Never throws. @returns the text of the answer */
  send({ method = 'POST', path, body, headers, anonymous = false }: Sent): Promise<string> {
    const { url, tenant } = this.target;
    return new Promise((resolve) => {
      const done = (status: string, text = '') => {
        this.count(status);
        resolve(text);
      };
      const asked = request(`${url}${path}`, {
        method,
        agent: this.#agent,
        ...(ownAddress && { localAddress: ownAddress }),
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...(!anonymous && { authorization: `Bearer ${tenant.apiKey}` }),
          ...headers,
        },
      });
      // No attack waits for an answer longer than it lasts.
      asked.setTimeout(Math.max(100, this.deadline - performance.now()), () => asked.destroy());
      asked.on('error', () => done('error'));
      asked.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          if (text.length < 10_000) text += chunk;
        });
        response.on('close', () => done(String(response.statusCode), text));
      });
      asked.end(body);
    });
  }

  graphql(query: string, variables: object = {}, anonymous = false): Promise<string> {
    return this.send({ path: '/graphql', body: JSON.stringify({ query, variables }), anonymous });
  }

  /** A connection for bytes that are no whole request. Closed at the end of the attack. */
  connect(): Promise<Socket> {
    const { hostname, port } = new URL(this.target.url);
    return new Promise((resolve) => {
      const socket = connect({ host: hostname, port: Number(port), ...(ownAddress && { localAddress: ownAddress }) });
      this.#open.add(socket);
      socket.on('data', (chunk: Buffer) =>
        this.count(/^HTTP\/1.1 (\d+)/.exec(chunk.toString('latin1'))?.[1] ?? 'data'),
      );
      socket.on('close', () => this.#open.delete(socket));
      socket.on('error', () => this.count('error'));
      socket.once('connect', () => resolve(socket)).once('close', () => resolve(socket));
    });
  }

  /** Keeps so many connections open, each having sent what `act` sends. */
  async hold(connections: number, act: (socket: Socket) => void): Promise<void> {
    while (!this.isOver) {
      if (this.#open.size < connections) act(await this.connect());
      else await pause(20);
    }
  }

  count(status: string): void {
    this.answers[status] = (this.answers[status] ?? 0) + 1;
  }

  close(): void {
    for (const socket of this.#open) socket.destroy();
    this.#agent.destroy();
  }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** One way to stop a server. */
export interface Attack {
  name: string;
  what: string;
  /** Milliseconds that the probe may wait at most beside it. Defaults to the goal of all attacks. */
  probeMs?: number;
  run(attacker: Attacker): Promise<void>;
}
