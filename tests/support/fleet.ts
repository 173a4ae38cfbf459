import { randomBytes } from 'node:crypto';
import type { Environment } from '../../src/config/index.js';
import { type ServerProcess, startServerProcess } from './server-process.js';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.js';

type Role = 'all' | 'api' | 'worker';

/** The processes of one installation, as on several machines: started and killed one by one. */
export interface Fleet {
  /** The URLs of the API processes that are ready. */
  urls(): string[];
  /** The IDs of the processes. */
  pids(): number[];
  /** Kills a process with SIGKILL and starts another one in its place. */
  kill(index: number): Promise<void>;
  /** Resolves when all processes are ready. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

interface Place {
  role: Role;
  server: ServerProcess;
  /** Its URL; null until it is ready, and for a worker. */
  url: string | null;
  up: Promise<unknown>;
}

/** @param roles the role of each process */
export async function startFleet(databaseUrl: string, roles: readonly Role[], env: Environment = {}) {
  const folder: TemporaryFolder = await temporaryFolder();
  const shared = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder.path,
    REGISTRATION: 'open',
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_PER_MINUTE: '0',
    OUTBOUND_ALLOW: '127.0.0.1',
    JWT_SECRET: randomBytes(48).toString('base64'),
    VAULT_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    ...env,
  };

  function launch(role: Role): Place {
    const server = startServerProcess({ ...shared, ROLE: role });
    const place: Place = { role, server, url: null, up: Promise.resolve() };
    place.up = server.says(/Ready in [^:]*: (http\S+)?/).then(([, url = null]) => {
      place.url = url;
    });
    // A process that is killed before never becomes ready.
    place.up.catch(() => undefined);
    return place;
  }

  const places = roles.map(launch);
  const fleet: Fleet = {
    urls: () => places.map(({ url }) => url).filter((url) => url !== null),
    pids: () => places.map(({ server }) => server.pid),
    async kill(index) {
      const { server, role } = places[index] as Place;
      server.kill();
      places[index] = launch(role);
      await server.ended();
    },
    ready: async () => void (await Promise.all(places.map(({ up }) => up))),
    async stop() {
      for (const { server } of places) server.kill();
      await Promise.all(places.map(({ server }) => server.ended()));
      folder.remove();
    },
  };
  await fleet.ready();
  return fleet;
}
