import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { openFolder } from './account.js';
import type { ProgramFolders } from './binaries.js';
import { type Claim, type ClusterClaimOptions, claimCluster, isConnectionLost } from './claim.js';
import { type Cluster, openCluster } from './cluster.js';
import {
  ensureRunning,
  livingPostmaster,
  type Postmaster,
  rememberPort,
  type StartOptions,
  stopPostmaster,
} from './postmaster.js';
import { clusterHome } from './versions.js';

export { type Account, chooseAccount } from './account.js';
export { packageFolder } from './binaries.js';
export { clusterHome, formerCluster, majorOfCluster, majorOfPackage, OtherMajor } from './versions.js';

export interface EmbeddedPostgresOptions {
  /** Absolute path of a folder; everything is stored in its subfolder `postgres`. */
  dataDir: string;
  onProgress?: (message: string) => void;
  /** Loopback port. Defaults to the last one used, at first a free one. */
  port?: number;
  /** If another server uses `dataDir`: refuse (default), or share its Postgres, as command line tools do. */
  whenInUse?: 'refuse' | 'share';
  /** Additional Postgres settings, such as `{ fsync: 'off' }` in tests. */
  settings?: Record<string, string>;
  /** Folders besides the cluster that Postgres reads and writes; created if they are missing. */
  folders?: readonly string[];
  programs?: ProgramFolders;
}

export interface EmbeddedPostgres {
  /** URL of the application's database, as its owner. */
  url: string;
  /** URL as superuser, for maintenance. */
  adminUrl: string;
  /** Stops Postgres and waits for it; a shared one keeps running. May be called twice. */
  stop(): Promise<void>;
}

const NAME = 'workspace';
const CLAIM_ATTEMPTS_MS = 15_000;

/**
 * Runs an embedded Postgres in `dataDir`: created at the first start, kept running until `stop`, on 127.0.0.1 and by
 * password only. A Postgres that outlived a killed server is adopted; one that dies is restarted with the same URL.
 * @throws DataDirInUse if another server uses `dataDir`
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, onProgress = () => {}, port, settings = {}, whenInUse = 'refuse', programs } = options;
  const cluster = await openCluster(dataDir, { durable: settings.fsync !== 'off', onProgress, programs });
  for (const folder of options.folders ?? []) await openFolder(folder, cluster.account);
  const startOptions = { port, settings, onProgress };
  const { postmaster, claim } = await runAndClaim(cluster, startOptions, { dataDir, share: whenInUse === 'share' });
  const urls = urlsOf(cluster, postmaster);
  if (!claim) return { ...urls, stop: async () => {} };
  await rememberPort(cluster, postmaster.port);
  await createDatabase(claim, cluster);
  const guard = new Guard(cluster, { ...startOptions, port: postmaster.port }, postmaster, claim);
  return { ...urls, stop: () => guard.stop() };
}

/** The PID of the Postgres that runs on the cluster in `dataDir`, also if its server was killed; null if none does. */
export async function runningPostgres(dataDir: string): Promise<number | null> {
  return (await livingPostmaster({ folder: join(clusterHome(dataDir), 'cluster') }))?.pid ?? null;
}

/** A Postgres that was just killed can still look alive, and refuses or breaks the connection: then retry. */
async function runAndClaim(
  cluster: Cluster,
  options: StartOptions,
  claimOptions: ClusterClaimOptions,
): Promise<{ postmaster: Postmaster; claim?: Claim }> {
  for (const deadline = performance.now() + CLAIM_ATTEMPTS_MS; ; ) {
    const postmaster = await ensureRunning(cluster, options);
    try {
      return { postmaster, claim: await claimCluster(urlsOf(cluster, postmaster).adminUrl, claimOptions) };
    } catch (error) {
      if (!isConnectionLost(error) || performance.now() > deadline) throw error;
    }
    await delay(50);
  }
}

/**
 * Keeps Postgres running. The claim's connection shows when it has ended, whether this process started or adopted it.
 */
class Guard {
  #stopped?: Promise<void>;
  #recovery?: Promise<void>;

  constructor(
    private readonly cluster: Cluster,
    private readonly options: StartOptions,
    private postmaster: Postmaster,
    private claim: Claim,
  ) {
    this.#watch();
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    await this.#recovery;
    await stopPostmaster(this.cluster, this.postmaster);
    await this.claim.release();
  }

  #watch(): void {
    this.claim.lost.then(() => {
      if (!this.#stopped) this.#recovery = this.#recover();
    });
  }

  async #recover(): Promise<void> {
    this.options.onProgress('Postgres has stopped; restarting it …');
    for (let pause = 100; !this.#stopped; pause = Math.min(pause * 2, 5_000)) {
      try {
        const claimOptions = { dataDir: this.cluster.folder, share: false };
        const { postmaster, claim } = await runAndClaim(this.cluster, this.options, claimOptions);
        this.postmaster = postmaster;
        if (claim) this.claim = claim;
        this.#watch();
        return;
      } catch (error) {
        this.options.onProgress(`Postgres could not be started: ${error instanceof Error ? error.message : error}`);
        await delay(pause);
      }
    }
  }
}

function urlsOf({ passwords }: Cluster, { port }: Postmaster): { url: string; adminUrl: string } {
  return {
    url: `postgres://${NAME}:${passwords.application}@127.0.0.1:${port}/${NAME}`,
    adminUrl: `postgres://postgres:${passwords.admin}@127.0.0.1:${port}/postgres`,
  };
}

/**
 * The application owns its database without being superuser: it may create trusted extensions, and row-level security
 * applies to it. Not typed: it administers Postgres.
 */
async function createDatabase({ client }: Claim, { passwords }: Cluster): Promise<void> {
  const { rows } = await client.query<{ hasDatabase: boolean; hasRole: boolean }>(
    `/* find_database */ select exists (select from pg_database where datname = $1) as "hasDatabase",
       exists (select from pg_roles where rolname = $1) as "hasRole"`,
    [NAME],
  );
  if (rows[0]?.hasDatabase) return;
  const password = pg.escapeLiteral(passwords.application);
  if (!rows[0]?.hasRole) await client.query(`/* create_role */ create role ${NAME} login password ${password}`);
  await client.query(`/* create_database */ create database ${NAME} owner ${NAME}`);
}
