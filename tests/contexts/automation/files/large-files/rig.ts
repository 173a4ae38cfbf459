import { readFile, writeFile } from 'node:fs/promises';
import { createTestDatabase } from '../../../../support/database.js';
import { createSeed } from '../../../../support/seed.js';
import { type ServerProcess, startServerProcess } from '../../../../support/server-process.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';
import { startTestPostgres, stopTestPostgres } from '../../../../support/test-postgres.js';
import { startTarget } from './target.js';

/** A server that is killed and started again, and measures the memory of its processes. */
export async function startRig() {
  await startTestPostgres();
  const [folder, database, target] = [await temporaryFolder(), await createTestDatabase(), await startTarget()];
  let port = '0';
  let idle = 0;
  let most = 0;
  let server: ServerProcess;
  const start = async () => {
    server = startServerProcess(
      {
        DATABASE_URL: database.url,
        DATA_DIR: folder.path,
        FILE_STORE: 'folder',
        OUTBOUND_ALLOW: '127.0.0.1',
        CONNECTIONS_PER_ADDRESS: '1200',
        RATE_LIMIT_PER_MINUTE: '0',
        PORT: port,
        LOG_LEVEL: 'info',
      },
      // As `npm start` does.
      [process.execPath, '--max-semi-space-size=8', '--heap-growing-percent=50', 'dist/src/main.js'],
    );
    const [, origin = ''] = await server.says(/Ready in .*: (\S+)/);
    port = new URL(origin).port;
    await rig.beginMeasuring();
  };
  const rig = {
    target,
    url: '',
    /** What the server needs from now on is compared with what it needs now. */
    async beginMeasuring() {
      await writeFile(`/proc/${server.pid}/clear_refs`, '5');
      idle = await memoryOf(server, 'VmRSS');
    },
    /** Bytes that the processes so far have needed at most more than before. */
    async measure(): Promise<number> {
      most = Math.max(most, (await memoryOf(server, 'VmHWM')) - idle);
      return most;
    },
    async restart() {
      await rig.measure();
      server.kill();
      await server.ended();
      await start();
    },
    async stop() {
      server.kill();
      await server.ended();
      target.stop();
      await database.drop();
      await folder.remove();
      await stopTestPostgres();
    },
  };
  await start();
  rig.url = `http://127.0.0.1:${port}`;
  const seed = createSeed(async (query, variables, as) => {
    const headers = { 'content-type': 'application/json', ...(as && { authorization: `Bearer ${as}` }) };
    const body = JSON.stringify({ query, variables });
    return (await (await fetch(`${rig.url}/graphql`, { method: 'POST', headers, body })).json()) as never;
  });
  return { ...rig, seed };
}

export type Rig = Awaited<ReturnType<typeof startRig>>;

/** Bytes of memory, now or at most since measuring began, by Linux. */
async function memoryOf({ pid }: ServerProcess, what: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
}
