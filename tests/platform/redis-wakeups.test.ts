import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { examineWakeups } from '../../src/cli/doctor/wakeup-check.js';
import { quotaLimits, setLimits } from '../../src/contexts/accounts/quotas/index.js';
import { createLog } from '../../src/platform/log.js';
import { readRedisAddress } from '../../src/platform/wakeups/redis-address.js';
import { createRedisWakeups } from '../../src/platform/wakeups/redis-wakeups.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { hasRedis, redisPassword, startRedis, type TestRedis } from '../support/redis.js';
import { tlsFile } from '../support/tls-postgres.js';
import { waitFor } from '../support/wait-for.js';

// Install Redis (apt-get install redis-server) to run these tests; without it they are reported as skipped.
const withRedis = hasRedis ? describe : describe.skip;
const silent = createLog({ level: 'fatal' });

withRedis('with WAKEUP_URL', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.remove());

  test('messages reach the other processes, also after Redis was killed and started again', async () => {
    const [here, there] = await Promise.all([redis.url, redis.url].map((url) => createRedisWakeups(url, silent)));
    if (!here || !there) throw new Error('unreachable');
    const received = { here: [] as (string | null)[], there: [] as (string | null)[] };
    here.on('a', (payload) => received.here.push(payload));
    there.on('a', (payload) => received.there.push(payload));
    const connected = (times: number) =>
      waitFor(() => Object.values(received).every((all) => all.filter((one) => one === null).length === times));
    await connected(1);
    await here.send([{ channel: 'a', payload: `@${here.id} one` }]);
    await waitFor(() => received.there.length === 2);
    expect([here.isListening, there.isListening]).toEqual([true, true]);
    await redis.kill();
    await waitFor(() => !here.isListening && !there.isListening);
    await expect(here.send([{ channel: 'a', payload: `@${here.id} lost` }])).rejects.toThrow();
    await redis.start();
    // A channel of its own, so that nothing else is counted.
    await connected(2);
    expect([here.isListening, there.isListening]).toEqual([true, true]);
    await waitFor(() =>
      here.send([{ channel: 'a', payload: `@${here.id} two` }]).then(
        () => true,
        () => false,
      ),
    );
    await waitFor(() => received.there.length === 4);
    expect(received).toEqual({ here: [null, null], there: [null, 'one', null, 'two'] });
    await Promise.all([here.close(), there.close()]);
  });

  describe('servers', () => {
    let one: TestApp;
    let other: TestApp;
    beforeAll(async () => {
      one = await startTestApp({ wakeupUrl: redis.url });
      other = await startTestApp({ wakeupUrl: redis.url, database: one.database });
    });
    afterAll(async () => {
      await other.stop();
      await one.stop();
    });

    test('learn what others commit, without a connection that listens', async () => {
      const { workspaceId } = await one.seed.owner();
      const { db } = one.services;
      const set = (descendantsOfRoot: number) => setLimits(db.pool, workspaceId, { quotas: { descendantsOfRoot } });
      const isSet = (value: number) => () =>
        other.services.get(quotaLimits).limit(workspaceId, 'descendantsOfRoot') === value;
      // Both listen already: without a message, limits are read each minute.
      await waitFor(async () => (await set(70)) && isSet(70)());
      await set(71);
      await waitFor(isSet(71));
      await redis.kill();
      // Nothing waits for Redis, and what was missed is read when it is back.
      await set(72);
      await redis.start();
      await waitFor(isSet(72));
      await waitFor(async () => (await set(73)) && isSet(73)());
      const { rows } = await db.pool.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
      );
      expect(rows).toEqual([{ count: 0 }]);
    });
  });

  test('rediss: verifies the certificate, and the doctor reports what is wrong, without the password', async () => {
    const examine = (wakeupUrl: string) => examineWakeups({ wakeupUrl });
    expect(await examine(redis.url)).toEqual({ status: 'ok', message: expect.stringMatching(/passes on messages\.$/) });
    expect(await examine(redis.tlsUrl({ sslrootcert: tlsFile('ca.crt') }))).toEqual({
      status: 'ok',
      message: expect.stringMatching(/^Redis on localhost:\d+ passes on messages, with TLS\.$/),
    });
    const failures = await Promise.all([
      examine(redis.tlsUrl({ sslrootcert: tlsFile('other-ca.crt') })),
      examine(redis.tlsUrl()),
      examine(redis.url.replace(encodeURIComponent(redisPassword), 'wrong-password')),
      examine('redis://:wrong-password@127.0.0.1:1'),
    ]);
    expect(failures.map(({ status, message }) => [status, message.replace(/:\d+/g, '')])).toEqual([
      ['failed', 'Redis on localhost passes on no messages (self-signed certificate in certificate chain).'],
      ['failed', 'Redis on localhost passes on no messages (self-signed certificate in certificate chain).'],
      ['failed', expect.stringContaining('WRONGPASS')],
      ['failed', expect.stringContaining('ECONNREFUSED')],
    ]);
    expect(JSON.stringify(failures)).not.toMatch(/wrong-password|cret/);
  });

  test('the bundled program loads the client', async () => {
    const env = { WAKEUP_URL: redis.url, DATA_DIR: '/nowhere' };
    // It exits with 1, because there is no database.
    const { stdout } = await promisify(execFile)(process.execPath, ['dist/src/cli/main.js', 'doctor'], { env }).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toMatch(/ok +wakeups +Redis on 127\.0\.0\.1:\d+ passes on messages\./);
  });
});

test('a Redis URL has the parameters of TLS that DATABASE_URL has', () => {
  expect(readRedisAddress('rediss://user:a%40b@[::1]:7000/2?sslmode=require')).toEqual({
    host: '::1',
    port: 7000,
    username: 'user',
    password: 'a@b',
    db: 2,
    tls: { rejectUnauthorized: false },
  });
  expect(readRedisAddress('redis://redis').tls).toBeUndefined();
  expect(() => readRedisAddress('rediss://redis?sslrootcert=/nowhere')).toThrow(
    /^WAKEUP_URL must be the address of a usable Redis: sslrootcert must be a file/,
  );
  expect(() => readRedisAddress('rediss://redis?sslmode=disable')).toThrow('sslmode must not be disable with rediss:.');
});
