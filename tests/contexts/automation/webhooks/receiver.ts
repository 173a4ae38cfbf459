import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the receiver of a webhook got it. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** How it answers a path: with a status, a status and headers, never, or with a body without end. Defaults to 204. */
  answers: Map<string, Answer>;
  /** What arrived at a path. */
  at(path: string): ReceivedEvent[];
  stop(): void;
}

export type Answer = 'never' | 'endless' | { status: number; headers?: Record<string, string>; body?: string };

export interface ReceivedEvent extends Received {
  event: { id: string; type: string; timestamp: string; data: Record<string, never> };
}

/** A receiver of webhooks on loopback. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers: Receiver['answers'] = new Map();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() });
      const answer = answers.get(path) ?? { status: 204 };
      if (answer === 'never') return;
      if (answer === 'endless') return pour(response);
      response.writeHead(answer.status, answer.headers);
      response.end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers,
    at: (path) => received.filter((one) => one.path === path).map((one) => ({ ...one, event: JSON.parse(one.body) })),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Writes for as long as the connection is open. */
function pour(response: ServerResponse): void {
  const chunk = 'x'.repeat(16 * 1024);
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', write);
  write();
}

/** Whether a request is signed with a secret, as Standard Webhooks defines it. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}
