import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Environment } from '../../src/config/index.js';
import { startFlags } from './fixture.js';

const main = fileURLToPath(new URL('../../src/main.js', import.meta.url));

export interface WorkerProcess {
  pid: number;
  stop(): Promise<void>;
}

/** Starts processes with `ROLE=worker` beside those that run, and waits until each of them accepts work. */
export async function startWorkers(
  databaseUrl: string,
  dataDir: string,
  count: number,
  env: Environment = {},
  running = 0,
): Promise<WorkerProcess[]> {
  const workers = Array.from({ length: count }, () => {
    const child = spawn(process.execPath, [...startFlags, main], {
      env: {
        PATH: process.env.PATH ?? '',
        ROLE: 'worker',
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        OUTBOUND_ALLOW: '127.0.0.1',
        WORKER_CONCURRENCY: '100',
        ...env,
      },
      stdio: ['ignore', 'ignore', 2],
    });
    return {
      pid: child.pid ?? 0,
      async stop() {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill('SIGTERM');
        const patience = setTimeout(() => child.kill('SIGKILL'), 20_000);
        await once(child, 'exit');
        clearTimeout(patience);
      },
    };
  });
  const sql = new pg.Client({ connectionString: databaseUrl });
  await sql.connect();
  try {
    for (const deadline = Date.now() + 30_000; ; await delay(50)) {
      const { rows } = await sql.query<{ n: number }>(
        'select count(*)::int as n from workers where lease_until > now()',
      );
      if ((rows[0]?.n ?? 0) >= running + count) return workers;
      if (Date.now() > deadline) throw new Error('The workers did not start within 30 s.');
    }
  } finally {
    await sql.end();
  }
}
