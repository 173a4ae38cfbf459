import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createDeadline } from '../../../src/platform/outbound/deadline.js';
import { createOutbound, type Outbound, type OutboundRequest } from '../../../src/platform/outbound/index.js';
import { ByteBudget, type ByteShare } from '../../../src/platform/slots/byte-budget.js';
import { waitFor } from '../../support/wait-for.js';
import { type Answering, type LoopbackServer, startLoopbackServer } from './loopback-server.js';

const mebibyte = 1024 * 1024;
const sized =
  (bytes: number): Answering =>
  (_request, response) =>
    void response.writeHead(200, { 'content-length': bytes }).end(Buffer.alloc(bytes, 'x'));
const routes: Record<string, Answering> = {
  '/small': sized(10_000),
  '/long': sized(6 * mebibyte),
  '/unannounced': (_request, response) => void response.writeHead(200).end(Buffer.alloc(mebibyte, 'x')),
  '/packed': (_request, response) =>
    void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(2 * mebibyte, 'x'))),
  '/away': (_request, response) => void response.writeHead(302, { location: '/long' }).end(Buffer.alloc(mebibyte, 'x')),
  '/closed': (_request, response) =>
    void response.writeHead(200, { connection: 'close' }).end(Buffer.alloc(100_000, 'x')),
};

let server: LoopbackServer;
let outbound: Outbound;
let memory: ByteBudget;

beforeAll(async () => {
  server = await startLoopbackServer(routes);
});
afterAll(() => server.close());
beforeEach(() => {
  memory = new ByteBudget(20 * mebibyte);
  outbound = createOutbound({ allow: ['127.0.0.1'], memory });
});
afterEach(() => outbound.close());

const send = (path: string, request: Partial<OutboundRequest> = {}) =>
  outbound.fetch(`${server.origin}${path}`, { method: 'GET', ...request });
const never = new AbortController().signal;

async function holding(owner: string, bytes: number): Promise<ByteShare> {
  const share = memory.share(owner);
  await share.reserve(bytes, never);
  return share;
}

test('a long response waits for memory of its owner; short ones and those of others do not', async () => {
  const held = await holding('a', 10 * mebibyte);
  const share = memory.share('a');
  let read = false;
  const waiting = send('/unannounced', { share }).then((answer) => {
    read = true;
    return answer;
  });
  await waitFor(async () => share.isReserved);
  expect((await send('/small', { share: memory.share('a') })).body).toHaveLength(10_000);
  const other = memory.share('b');
  expect((await send('/long', { share: other })).body).toHaveLength(6 * mebibyte);
  expect([read, memory.reserved]).toEqual([false, 16 * mebibyte]);

  held.release();
  expect((await waiting).body).toHaveLength(mebibyte);
  expect(memory.reserved).toBe(7 * mebibyte);
  share.release();
  other.release();
  expect(memory.reserved).toBe(0);
});

test('without a share the memory is returned with the response', async () => {
  for (const path of ['/long', '/unannounced', '/packed', '/away', '/small', '/closed']) {
    expect((await send(path)).status).toBe(200);
    expect(memory.reserved).toBe(0);
  }
});

test('a short response that becomes long when it is decoded reserves what it becomes', async () => {
  const share = memory.share('a');
  expect((await send('/packed', { share })).body).toHaveLength(2 * mebibyte);
  expect(memory.reserved).toBe(2 * mebibyte);
  share.release();
});

test('a redirect returns the memory of its own body', async () => {
  const share = memory.share('a');
  expect((await send('/away', { share })).body).toHaveLength(6 * mebibyte);
  expect(memory.reserved).toBe(6 * mebibyte);
  share.release();
});

test('a request that is aborted while it waits leaves nothing behind', async () => {
  const held = await holding('a', 20 * mebibyte);
  for (const path of ['/long', '/packed']) {
    const aborted = new AbortController();
    const share = memory.share('b');
    const waiting = send(path, { share, signal: aborted.signal });
    waiting.catch(() => undefined);
    await waitFor(async () => share.isReserved);
    aborted.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  }
  held.release();
  expect(memory.reserved).toBe(0);
  expect((await holding('c', 20 * mebibyte)).isReserved).toBe(true);
});

test('time spent waiting for memory does not count as the timeout', async () => {
  const deadline = createDeadline('example.com', 1, undefined);
  deadline.pause();
  await new Promise((resolve) => setTimeout(resolve, 2));
  expect(deadline.reason).toBeUndefined();
  const ended = new Promise((resolve) => {
    deadline.listener = resolve;
  });
  deadline.resume();
  expect(await ended).toMatchObject({ code: 'OUTBOUND_TIMEOUT' });
  deadline.release();
});
