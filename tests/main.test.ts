import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Environment } from '../src/config/index.js';
import { runCli } from './support/cli.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { type ServerProcess, startServerProcess } from './support/server-process.js';
import { memoryFolder, type TemporaryFolder } from './support/temporary-folder.js';

// Each test starts several processes, one after the other.

const servers: ServerProcess[] = [];

function start(env: Environment): ServerProcess {
  const server = startServerProcess(env);
  servers.push(server);
  return server;
}

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await memoryFolder();
});
afterEach(() => {
  for (const server of servers.splice(0)) server.kill();
  folder.remove();
});

// Gives up after ten seconds, in which the other tests run.
let waiting: ServerProcess;
beforeAll(() => {
  waiting = startServerProcess({ DATABASE_URL: 'postgres://ada:hunter2@127.0.0.1:1/flows' });
});
afterAll(() => waiting.kill());

describe('the server under an older Node', () => {
  const older = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })';
  const options = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(older)}` } as Environment;

  test('ends with one sentence and exit code 1', async () => {
    expect(await start(options).ended()).toEqual({
      code: 1,
      output:
        'The server requires Node 24 or newer, but this is Node 20.20.2. Install Node 24, or start the server of a clone with: npm start\n',
    });
  });

  test('loads next to nothing before that, which could end with a stack trace', async () => {
    const loaded = new Set<string>();
    const load = async (name: string): Promise<number> => {
      if (loaded.has(name)) return 0;
      loaded.add(name);
      const text = await readFile(`dist/src/${name}`, 'utf8');
      const sizes = [...text.matchAll(/^(?:import|export) .*['"]\.\/([^'"]+)['"]/gm)].map(([, imported = '']) =>
        load(imported),
      );
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, text.length);
    };
    expect(await load('main.js')).toBeLessThan(100_000);
    expect(loaded.size).toBeGreaterThan(1);
  });
});

describe('a start with keys that cannot decrypt the database fails, and names the keys and what to do', () => {
  let database: TestDatabase;
  const JWT_SECRET = randomBytes(48).toString('base64');
  const vaultKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
  const [k1, k2] = [vaultKey('k1'), vaultKey('k2')];
  // The flow of the demo has a webhook, whose token is encrypted.
  const serve = (VAULT_KEYS: string) =>
    start({ DATABASE_URL: database.url, DATA_DIR: folder.path, DEMO: 'true', JWT_SECRET, VAULT_KEYS });

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test('a key that is no longer listed, and a different key under the same ID', async () => {
    const first = serve(k1);
    await first.says(/Demo workspace/);
    expect((await first.stop()).code).toBe(0);

    const without = await serve(k2).ended();
    expect(without.code).toBe(1);
    expect(without.output).toMatch(
      /cannot be decrypted with the keys in VAULT_KEYS:\n {2}k1 is required, but missing\. Restore it/,
    );

    const changed = await serve(`${k2},${vaultKey('k1')}`).ended();
    expect(changed.code).toBe(1);
    expect(changed.output).toMatch(/k1 must not be replaced by another key\. Restore the former key/);

    // How keys are changed: the new one before the old one.
    await serve(`${k2},${k1}`).says(/Ready in/);
  });
});

describe("on the server's own Postgres", () => {
  const serve = (env: Environment = {}) => start({ DATA_DIR: folder.path, ...env });

  test('Ctrl-C aborts a start at any time, leaves no process running, and the next start succeeds', async () => {
    for (const moment of [/Creating the database/, /Updating the database schema/]) {
      const server = serve();
      await server.says(moment);
      const { code, output } = await server.stop('SIGINT');
      expect(output).toMatch(/Stopping …\n$/);
      expect(code).toBe(0);
      await expect(stat(join(folder.path, 'postgres/cluster/postmaster.pid'))).rejects.toThrow('ENOENT');
      // initdb works in a temporary folder, so no partial cluster is left.
      expect((await readdir(join(folder.path, 'postgres'))).filter((name) => name.includes('new'))).toEqual([]);
    }
    // As if the process had started a minute before the server was loaded.
    const earlier = 'const { now } = performance; performance.now = () => now.call(performance) + 60_000;';
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(earlier)}`;
    await serve({ NODE_OPTIONS } as Environment).says(/Ready in [6-9]\d\.\d s/);
  });

  test.each(['5', '250'])(
    'Postgres accepts the connections of a pool of %s, and those of commands',
    async (DB_POOL_SIZE) => {
      await serve({ DB_POOL_SIZE }).says(/Ready in/);
      const { stdout } = await runCli(['doctor', '--json'], { DATA_DIR: folder.path, DB_POOL_SIZE, PORT: '0' });
      const checks: { name: string; status: string; message: string }[] = JSON.parse(stdout).checks;
      const [connections] = checks.filter(({ name }) => name === 'connections');
      expect(connections).toMatchObject({ status: 'ok' });
      // Postgres reserves memory for each that it accepts.
      const [, most] = /^\d+ of (\d+) connections/.exec(connections?.message ?? '') ?? [];
      expect(Number(most)).toBe(Number(DB_POOL_SIZE) + 47);
    },
  );

  test('a second server on the same folder is refused, and the first one keeps serving documentation and metrics', async () => {
    const [, url] = await serve({ METRICS_TOKEN: 'hunter2' }).says(/Ready in .*: (\S+)/);
    const { code, output } = await serve().ended();
    expect(code).toBe(1);
    expect(output).toMatch(/^The server could not start: Another server \(pid \d+\) already uses .* DATA_DIR/);

    const root = await fetch(`${url}/`, { redirect: 'manual' });
    expect([root.status, root.headers.get('location')]).toEqual([302, 'app']);

    const refused = await fetch(`${url}/metrics`);
    expect(refused.status).toBe(401);
    const metrics = await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer hunter2' } });
    const text = await metrics.text();
    for (const name of [
      'workspace_automation_executions_in_flight',
      'workspace_automation_queue_depth{kind="executions"}',
      'workspace_automation_database_connections{kind="main",state="used"}',
      'nodejs_heap_size',
    ])
      expect(text).toContain(name);
    expect(text).toMatch(/http_request_duration_seconds_count\{method="GET",route="other",status="302"\} 1\n/);

    // It stands for an external service, which would not send the headers of the API.
    const order = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"amount":250}' };
    const priced = await fetch(`${url}/demo/orders`, order);
    expect(await priced.json()).toMatchObject({ amount: 250, total: 225 });
    expect(priced.headers.get('x-frame-options')).toBeNull();
  });
});

test('a start with an unreachable DATABASE_URL is retried for a while, then fails with one line and exit code 1', async () => {
  const { code, output } = await waiting.ended();
  expect(code).toBe(1);
  expect(output).toMatch(
    /^Waiting for the database …\nThe server could not start: DATABASE_URL .*no server answers at 127\.0\.0\.1:1.*\n$/,
  );
  expect(output).not.toContain('hunter2');
});
