import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { backUpDatabase } from '../../../src/app/backup/backup-database.js';
import { inspectBackup, restoreDatabase } from '../../../src/app/backup/restore-database.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { createEmptyDatabase } from '../../support/database.js';
import { startTestPostgres, stopTestPostgres } from '../../support/test-postgres.js';
import { checkRestored } from './check-restored.js';
import { startLoad } from './load.js';

/*
 * Backs up a server again and again while executions run and rows change, restores each backup into another database, and starts a
 * server there. Fails if a hash differs, a transaction is in it by half, or an execution is missing or does not go on.
 */

const say = (line: string) => void process.stdout.write(`${line}\n`);
const keys = [{ id: 'k1', key: Buffer.alloc(32, 7) }];
const quiet = { onStep: () => undefined, onProgress: () => undefined };

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '5' } },
  });
  await startTestPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'prove-backup-'));
  const app = await startTestApp({ worker: true });
  const load = await startLoad(app, await app.seed.owner());
  let wrong = 0;
  try {
    for (let round = 1; round <= Number(values.rounds); round++) {
      await delay(Number(values.seconds) * 1_000);
      const before = load.accepted.map(({ id }) => id);
      const problems = await proveOnce(app, join(folder, `${round}.backup`), before);
      wrong += problems.length;
      for (const problem of problems.slice(0, 20)) say(`WRONG\t${problem}`);
    }
  } finally {
    await load.stop();
    await app.stop();
    await stopTestPostgres();
    await rm(folder, { recursive: true });
  }
  say(wrong === 0 ? 'all backups were restored as they were' : `${wrong} WRONG`);
  if (wrong > 0) process.exitCode = 1;
}

async function proveOnce(app: TestApp, file: string, before: readonly string[]): Promise<string[]> {
  const written = await backUpDatabase(app.services.db.pool, file, { region: 'none' }, quiet.onProgress);
  const target = await createEmptyDatabase();
  const pool = new pg.Pool({ connectionString: target.url, max: 2 });
  pool.on('error', () => undefined);
  try {
    const header = await inspectBackup(file, keys, 'VAULT_KEYS');
    const report = await restoreDatabase({
      file,
      header,
      url: target.url,
      pool,
      keys,
      keysFrom: 'VAULT_KEYS',
      ...quiet,
    });
    const restored = await startTestApp({ database: target, worker: true });
    const problems = await checkRestored(restored, before).finally(() => restored.stop());
    say(`${written.rows} rows, ${before.length} executions accepted before: ${problems.length} problems`);
    return [...report.problems, ...problems];
  } finally {
    await pool.end();
    await target.drop();
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
