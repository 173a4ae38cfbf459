import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder below `dataDir` that contains the cluster and what belongs to it. */
export const clusterHome = (dataDir: string): string => join(dataDir, 'postgres');

/** The major version of the Postgres that created a cluster; null if there is none. */
export async function majorOfCluster(folder: string): Promise<number | null> {
  const text = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => null);
  return text === null ? null : Number.parseInt(text, 10);
}

/** The major version of the Postgres in a package. */
export async function majorOfPackage(installed: string): Promise<number> {
  const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as { version: string };
  return Number.parseInt(version, 10);
}

/** Postgres opens clusters of its own major version only. */
export class OtherMajor extends Error {
  override readonly name = 'OtherMajor';
  constructor(
    readonly dataDir: string,
    /** Of the cluster, and of the installed Postgres. */
    readonly majors: { cluster: number; installed: number },
  ) {
    const { cluster, installed } = majors;
    const cure =
      cluster < installed
        ? `Run \`workspace-automation upgrade-postgres\`, which moves the data to Postgres ${installed} and keeps the former.`
        : `Install the release that you used before, or restore a backup into a new DATA_DIR.`;
    super(
      `The database in ${clusterHome(dataDir)} was created by Postgres ${cluster}, and this release has Postgres ${installed}. ${cure}`,
    );
  }
}

/** @throws OtherMajor, or Error if an upgrade was interrupted between its last two steps */
export async function requireOpenable(dataDir: string, installed: string): Promise<void> {
  const home = clusterHome(dataDir);
  const cluster = await majorOfCluster(join(home, 'cluster'));
  if (cluster === null) return requireNoFormer(home);
  const major = await majorOfPackage(installed);
  if (cluster !== major) throw new OtherMajor(dataDir, { cluster, installed: major });
}

/** Where the cluster of a former major version stays after an upgrade. */
export const formerCluster = (dataDir: string, major: number): string => join(clusterHome(dataDir), `cluster-${major}`);

/** Instead of an empty database that looks as if everything were lost. */
async function requireNoFormer(home: string): Promise<void> {
  if (!existsSync(home)) return;
  const former = (await readdir(home)).find((name) => /^cluster-\d+$/.test(name));
  if (!former) return;
  throw new Error(
    `An upgrade of the database in ${home} was interrupted. Run \`workspace-automation upgrade-postgres\` again, which finishes it.`,
  );
}
