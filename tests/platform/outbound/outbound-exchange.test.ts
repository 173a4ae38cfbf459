import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createOutbound,
  type Outbound,
  type OutboundRequest,
  retryAfterMs,
} from '../../../src/platform/outbound/index.js';
import { type Answering, type LoopbackServer, startLoopbackServer } from './loopback-server.js';

const coded =
  (encoding: string, body: Buffer): Answering =>
  (_request, response) =>
    response.setHeader('content-encoding', encoding).end(body);

const text = 'hello '.repeat(500);
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));

const drip: Answering = (_request, response) => {
  response.write('.');
  const timer = setInterval(() => response.write('.'), 20);
  response.on('close', () => clearInterval(timer));
};

const endless: Answering = (_request, response) => {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const pour = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', pour);
  pour();
};

const routes: Record<string, Answering> = {
  '/echo': ({ method, headers, body }, response) => response.end(JSON.stringify({ method, headers, body })),
  '/many': (_request, response) => response.setHeader('x-many', ['a', 'b']).end(),
  '/gzip': coded('gzip', gzipSync(text)),
  '/deflate': coded('deflate', deflateSync(text)),
  '/deflate-raw': coded('deflate', deflateRawSync(text)),
  '/br': coded('br', brotliCompressSync(text)),
  '/twice': coded('gzip, br', brotliCompressSync(gzipSync(text))),
  '/unknown-coding': coded('compress', Buffer.from('as is')),
  '/damaged': coded('gzip', gzipSync(text).subarray(0, 30)),
  '/bomb': coded('gzip', bomb),
  '/nested-bomb': coded('gzip, gzip', gzipSync(bomb)),
  '/announced': (_request, response) => response.writeHead(200, { 'content-length': '99999999' }).write('x'),
  '/announced-whole': (_request, response) =>
    response.writeHead(200, { 'content-length': '5000' }).end('x'.repeat(5_000)),
  '/half': (_request, response) => {
    response.writeHead(200, { 'content-length': '8' });
    response.write('half', () => setImmediate(() => response.destroy()));
  },
  '/endless': endless,
  '/drip': drip,
  '/silent': () => {},
  '/broken': (_request, response) => response.destroy(),
};

let server: LoopbackServer;
let outbound: Outbound;

beforeAll(async () => {
  server = await startLoopbackServer(routes);
  outbound = createOutbound({ allow: ['127.0.0.1'] });
});

afterAll(async () => {
  await outbound.close();
  await server.close();
});

const send = (path: string, request: Partial<OutboundRequest> = {}) =>
  outbound.fetch(`${server.origin}${path}`, { method: 'GET', ...request });
const bodyOf = async (path: string) => Buffer.from((await send(path)).body).toString();

describe('a body that cannot be read whole', () => {
  const part = (path: string, request: Partial<OutboundRequest> = {}) =>
    send(path, { maxBytes: 1_000, partialBody: 'return', ...request });

  test.each([
    ['without end', '/endless', 1_000],
    ['announced to be too long', '/announced-whole', 1_000],
    ['that becomes too long', '/bomb', 0],
    ['that is damaged', '/damaged', 0],
    ['whose connection breaks', '/half', 4],
  ])('%s is returned as far as it was read', async (_what, path, bytes) => {
    const { status, body, isPartial } = await part(path);
    expect({ status, bytes: body.length, isPartial }).toEqual({ status: 200, bytes, isPartial: true });
  });

  test('is returned when the time is over, unless there is no status yet', async () => {
    expect(await part('/drip', { timeoutMs: 400 })).toMatchObject({ status: 200, isPartial: true });
    await expect(part('/silent', { timeoutMs: 20 })).rejects.toMatchObject({ code: 'OUTBOUND_TIMEOUT' });
    await expect(part('/broken')).rejects.toMatchObject({ code: 'OUTBOUND_FAILED' });
  });

  test('is not partial if it is read to its end', async () => {
    expect(await part('/gzip', { maxBytes: 10_000 })).toMatchObject({ status: 200, isPartial: false });
  });
});

describe('Retry-After', () => {
  const now = new Date('2026-11-22T10:00:00.500Z');

  test.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['99999999999999999999', 24 * 3_600_000],
    ['Sun, 22 Nov 2026 10:01:00 GMT', 59_500],
    ['Sunday, 22-Nov-26 10:01:00 GMT', 59_500],
    ['Sun, 22 Nov 2026 09:00:00 GMT', 0],
    ['Mon, 01 Jan 2029 00:00:00 GMT', 24 * 3_600_000],
    ['2026-11-22T10:01:00Z', null],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['', null],
    [undefined, null],
  ])('of %j is %p milliseconds', (value, ms) => {
    expect(retryAfterMs(value, now)).toBe(ms);
  });
});

describe('outbound exchange', () => {
  test('sends method, headers and body and gives back status, headers and body', async () => {
    const answer = await send('/echo', { method: 'post', headers: { 'X-One': '1' }, body: 'hi' });
    expect(answer).toMatchObject({ status: 200, url: `${server.origin}/echo` });
    expect(JSON.parse(Buffer.from(answer.body).toString())).toMatchObject({
      method: 'POST',
      headers: { 'x-one': '1', 'content-length': '2' },
      body: 'hi',
    });
  });

  test('keeps the headers of the connection to itself', async () => {
    const headers = {
      Host: 'other.example',
      Connection: 'close',
      'Content-Length': '900',
      'Transfer-Encoding': 'chunked',
    };
    const answer = await send('/echo', { method: 'POST', headers, body: 'hi' });
    expect(JSON.parse(Buffer.from(answer.body).toString()).headers).toMatchObject({
      host: `127.0.0.1:${server.port}`,
      'content-length': '2',
    });
  });

  test('joins the values of a header that came several times', async () => {
    expect((await send('/many')).headers['x-many']).toBe('a, b');
  });

  test('reads an answer to HEAD whatever length it announces', async () => {
    expect(await send('/echo', { method: 'HEAD', maxBytes: 1 })).toMatchObject({ status: 200, body: Buffer.alloc(0) });
  });

  test('uses one connection for requests that follow each other', async () => {
    const before = server.connections();
    for (let i = 0; i < 20; i += 1) await send('/echo');
    expect(server.connections() - before).toBeLessThanOrEqual(1);
  });

  test.each(['/gzip', '/deflate', '/deflate-raw', '/br', '/twice'])('decompresses %s', async (path) => {
    const answer = await send(path);
    expect(Buffer.from(answer.body).toString()).toBe(text);
    expect(answer.headers).toMatchObject({ 'content-length': String(text.length) });
    expect(answer.headers).not.toHaveProperty('content-encoding');
  });

  test('leaves a coding that it does not know as it came', async () => {
    expect(await bodyOf('/unknown-coding')).toBe('as is');
  });

  test('fails on a damaged compressed answer', async () => {
    await expect(send('/damaged')).rejects.toMatchObject({ code: 'OUTBOUND_FAILED', retryable: true });
  });

  test.each(['/bomb', '/nested-bomb', '/endless', '/announced'])('stops reading %s at the limit', async (path) => {
    await expect(send(path, { maxBytes: 1_000_000 })).rejects.toMatchObject({
      code: 'OUTBOUND_TOO_LARGE',
      message: expect.stringContaining(`127.0.0.1:${server.port}`),
    });
  });

  test('has a limit of 10 MiB of its own', async () => {
    await expect(send('/bomb')).rejects.toMatchObject({ code: 'OUTBOUND_TOO_LARGE' });
  });

  test.each(['/drip', '/silent'])('gives up on %s when the time for the whole exchange is over', async (path) => {
    await expect(send(path, { timeoutMs: 100 })).rejects.toMatchObject({ code: 'OUTBOUND_TIMEOUT', retryable: true });
  });

  test.each(['/drip', '/silent'])('ends %s at once when the caller cancels', async (path) => {
    const controller = new AbortController();
    const started = performance.now();
    const attempt = send(path, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('cancelled by hand')), 50);
    await expect(attempt).rejects.toThrow('cancelled by hand');
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  test('sends nothing when the caller cancelled before', async () => {
    const before = server.received.length;
    await expect(send('/echo', { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    await send('/echo');
    expect(server.received.length - before).toBe(1);
  });

  test('leaves the signal without listeners after an exchange', async () => {
    const controller = new AbortController();
    await send('/echo', { signal: controller.signal });
    controller.abort();
    expect((await send('/echo')).status).toBe(200);
  });

  test('names a broken connection and a closed port by host', async () => {
    await expect(send('/broken')).rejects.toMatchObject({ code: 'OUTBOUND_FAILED', retryable: true });
    const gone = await startLoopbackServer({});
    await gone.close();
    await expect(outbound.fetch(gone.origin, { method: 'GET' })).rejects.toMatchObject({
      code: 'OUTBOUND_FAILED',
      message: expect.stringContaining(`127.0.0.1:${gone.port} refused`),
    });
  });

  test.each([
    [{ headers: { 'x-bad': 'a\r\nx-injected: 1' } }],
    [{ headers: { 'bad name': '1' } }],
    [{ method: 'GE T' }],
    [{ method: 'CONNECT' }],
    [{ method: 'TRACE' }],
  ])('refuses the malformed request %j', async (request) => {
    await expect(send('/echo', request)).rejects.toMatchObject({ retryable: false });
  });
});
