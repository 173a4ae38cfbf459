import { connect, type Socket } from 'node:net';

export interface HttpAnswer {
  status: number;
  body: Buffer;
}

/** A minimal HTTP client: one keep-alive connection with one request at a time. */
export interface HttpConnection {
  /** @param request a whole HTTP/1.1 request, as `httpRequest` makes it */
  send(request: Buffer): Promise<HttpAnswer>;
  close(): void;
}

/** The bytes of a request, which is created once and sent repeatedly. */
export function httpRequest(
  method: string,
  url: string,
  { body, headers = {} }: { body?: string; headers?: Record<string, string> } = {},
): Buffer {
  const { host, pathname, search } = new URL(url);
  const all: Record<string, string> = { host, ...headers };
  if (body !== undefined) {
    all['content-type'] = 'application/json';
    all['content-length'] = String(Buffer.byteLength(body));
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}

/** Reads responses with a content-length, which all servers here send. */
export function openConnection(url: string): HttpConnection {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let waiting: PromiseWithResolvers<HttpAnswer> | null = null;
  let received: Buffer[] = [];
  let size = 0;
  let head: { status: number; end: number; total: number } | null = null;

  const fail = (error: Error) => {
    waiting?.reject(error);
    waiting = null;
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('The server closed the connection.')));
  socket.on('data', (chunk) => {
    received.push(chunk);
    size += chunk.length;
    head ??= readHead(received.length === 1 ? chunk : Buffer.concat(received));
    if (!head || size < head.total) return;
    const body = Buffer.concat(received).subarray(head.end, head.total);
    const answer = { status: head.status, body };
    received = [];
    size = 0;
    head = null;
    const asked = waiting;
    waiting = null;
    asked?.resolve(answer);
  });
  return {
    send(request) {
      waiting = Promise.withResolvers();
      socket.write(request);
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}

function readHead(bytes: Buffer): { status: number; end: number; total: number } | null {
  const at = bytes.indexOf('\r\n\r\n');
  if (at < 0) return null;
  const text = bytes.toString('latin1', 0, at);
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
  if (length === undefined) throw new Error(`The response must have a content-length: ${text}`);
  return { status: Number(text.slice(9, 12)), end: at + 4, total: at + 4 + Number(length) };
}
