import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../../src/config/index.js';
import { startFlags } from '../harness/fixture.js';

const main = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const shiftedClock = new URL('./shifted-clock.js', import.meta.url).href;

export interface ChaosFleet {
  /** The URL of the API. */
  url: string;
  /** Kills one of the workers with SIGKILL; another one is started in its place. */
  killWorker(index: number): Promise<void>;
  /** The processes that run now. */
  processes(): { name: string; pid: number }[];
  /** Processes that ended unexpectedly, with their last output; must be empty. */
  readonly ended: string[];
  stop(): Promise<void>;
}

/**
 * One API process and several workers on one database, like an installation on several machines.
 *
 * @param clockMs by how much the clock of each worker differs from that of the machine
 */
export async function startChaosFleet(
  databaseUrl: string,
  dataDir: string,
  workers: number,
  env: Environment = {},
  clockMs: (worker: number) => number = () => 0,
): Promise<ChaosFleet> {
  const ended: string[] = [];
  const expected = new Set<ChildProcess>();
  const port = 20_000 + (process.pid % 20_000);

  function launch(role: 'api' | 'worker', own: Environment = {}, shiftMs = 0): ChildProcess {
    const flags = shiftMs === 0 ? [] : ['--import', shiftedClock];
    const child = spawn(process.execPath, [...startFlags, ...flags, main], {
      env: {
        CHAOS_CLOCK_MS: String(shiftMs),
        PATH: process.env.PATH ?? '',
        ROLE: role,
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'fatal',
        REGISTRATION: 'open',
        OUTBOUND_ALLOW: '127.0.0.1',
        RATE_LIMIT_PER_MINUTE: '0',
        QUOTA_EXECUTIONS_STARTED_PER_MINUTE: '1000000000',
        QUOTA_EXECUTIONS_QUEUED: '1000000000',
        AUTH_RATE_LIMIT: '1000000',
        ...env,
        ...own,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let words = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      words = `${words}${chunk}`.slice(-2_000);
    });
    child.once('exit', (code, signal) => {
      if (!expected.has(child)) ended.push(`${role} ended with ${code ?? signal}: ${words}`);
    });
    return child;
  }

  const api = launch('api', { PORT: String(port) });
  const url = `http://127.0.0.1:${port}`;
  await ready(url, api, ended);
  const launchWorker = (index: number) => launch('worker', {}, clockMs(index));
  const crew = Array.from({ length: workers }, (_, index) => launchWorker(index));

  return {
    url,
    ended,
    processes: () => [
      { name: 'api', pid: api.pid ?? 0 },
      ...crew.map(({ pid = 0 }, index) => ({ name: `worker ${index}`, pid })),
    ],
    async killWorker(index) {
      const victim = crew[index % crew.length] as ChildProcess;
      expected.add(victim);
      victim.kill('SIGKILL');
      if (victim.exitCode === null && victim.signalCode === null) await once(victim, 'exit');
      crew[index % crew.length] = launchWorker(index % crew.length);
    },
    async stop() {
      const all = [api, ...crew].filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
      for (const child of all) expected.add(child);
      await Promise.all(
        all.map((child) => {
          child.kill('SIGTERM');
          const patience = setTimeout(() => child.kill('SIGKILL'), 20_000);
          return once(child, 'exit').finally(() => clearTimeout(patience));
        }),
      );
    },
  };
}

async function ready(url: string, child: ChildProcess, ended: string[]): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; await delay(50)) {
    if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) return;
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`The API did not become ready. ${ended.join()}`);
  }
}

/**
 * Kills Postgres with SIGKILL; its owner process starts it again.
 * @returns false if it has not started yet after it was killed before
 */
export function killPostgres(dataDir: string): boolean {
  try {
    const file = readFileSync(`${dataDir}/postgres/cluster/postmaster.pid`, 'utf8');
    process.kill(Number(file.split('\n')[0]), 'SIGKILL');
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH' || code === 'ENOENT') return false;
    throw error;
  }
}
