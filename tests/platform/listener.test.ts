import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { createListener, watchListening } from '../../src/platform/database/listener.js';
import { createLog } from '../../src/platform/log.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { readMetric } from '../support/read-metric.js';
import { testPool } from '../support/test-pool.js';
import { waitFor } from '../support/wait-for.js';

const log = createLog({ level: 'fatal' });
let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = testPool(database.url);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** A way to the database that can be shut: then it refuses, and breaks what stands. */
async function createGate() {
  const sockets = new Set<Socket>();
  let open = true;
  const { hostname, port } = new URL(database.url);
  const server: Server = createServer((socket) => {
    if (!open) return socket.destroy();
    const upstream = connect(Number(port), hostname);
    sockets.add(socket);
    socket.pipe(upstream).pipe(socket);
    for (const one of [socket, upstream]) one.on('error', () => one.destroy());
    socket.once('close', () => {
      sockets.delete(socket);
      upstream.destroy();
    });
    upstream.once('close', () => socket.destroy());
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(database.url);
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    connections: () => sockets.size,
    set(state: boolean) {
      open = state;
      if (!open) for (const socket of sockets) socket.destroy();
    },
    close: () => server.close(),
  };
}

describe('the listener', () => {
  test('tells of each notification, and of each time it was away', async () => {
    const door = await createGate();
    const listener = createListener(door.url, log);
    const received: (string | null)[] = [];
    listener.on('a', (payload) => received.push(payload));
    await waitFor(() => received.length === 1);
    await pool.query(`select pg_notify('a', 'one')`);
    await waitFor(() => received.length === 2);
    door.set(false);
    door.set(true);
    await waitFor(() => received.length === 3);
    await pool.query(`select pg_notify('a', 'two')`);
    await waitFor(() => received.length === 4);
    expect(received).toEqual([null, 'one', null, 'two']);
    await listener.close();
    door.close();
  });

  test('has a channel that is added later read again once it listens to it', async () => {
    const listener = createListener(database.url, log);
    const received: string[] = [];
    listener.on('first', () => received.push('first'));
    await waitFor(() => received.length === 1);
    listener.on('later', (payload) => received.push(`later ${payload}`));
    await waitFor(() => received.length === 2);
    expect(received).toEqual(['first', 'later null']);
    await listener.close();
  });

  test('shows as a metric whether it listens', async () => {
    const door = await createGate();
    door.set(false);
    const listener = createListener(door.url, log);
    const unwatch = watchListening(listener);
    listener.on('a', () => undefined);
    expect(await readMetric('listening')).toEqual({ '': 0 });
    door.set(true);
    await waitFor(async () => (await readMetric('listening'))[''] === 1);
    door.set(false);
    await waitFor(async () => (await readMetric('listening'))[''] === 0);
    door.set(true);
    await waitFor(async () => (await readMetric('listening'))[''] === 1);
    unwatch();
    await listener.close();
    door.close();
  });

  test('keeps one connection, however many ask for channels while it cannot connect', async () => {
    const door = await createGate();
    door.set(false);
    const listener = createListener(door.url, log);
    const received = new Set<string>();
    for (const channel of ['a', 'b', 'c', 'd']) {
      listener.on(channel, () => received.add(channel));
      await pool.query('select pg_sleep(0.05)');
    }
    door.set(true);
    await waitFor(() => received.size === 4);
    await pool.query('select pg_sleep(0.5)');
    expect(door.connections()).toBe(1);
    await listener.close();
    await waitFor(() => door.connections() === 0);
    door.close();
  });

  test('can be closed while it cannot connect', async () => {
    const door = await createGate();
    door.set(false);
    const listener = createListener(door.url, log);
    listener.on('a', () => undefined);
    await listener.close();
    door.set(true);
    await pool.query('select pg_sleep(0.3)');
    expect(door.connections()).toBe(0);
    door.close();
  });
});
