import { createHash } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Files copied concurrently: far below the limit on open files. */
const AT_ONCE = 64;

/**
 * Stores a copy of an installed Postgres in `place`, a folder that only the current user may write to, for other users
 * to run. Created once for each version, and again if it is damaged. Several processes may do so concurrently; no
 * partial copy is ever visible.
 * @returns the copy of the package's folder `native`
 */
export async function copyPrograms(installed: string, place: string): Promise<string> {
  await openPlace(place);
  const native = join(installed, 'native');
  const listing = await list(native);
  const copy = join(place, await nameOf(installed, listing));
  const isWhole = () =>
    list(copy).then(
      (found) => found === listing,
      () => false,
    );
  if (await isWhole()) return copy;
  const workplace = await mkdtemp(join(place, 'new-'));
  try {
    const draft = join(workplace, 'draft');
    await copyFolder(native, draft);
    if (await isWhole()) return copy;
    await rename(copy, join(workplace, 'damaged')).catch(unless('ENOENT'));
    await rename(draft, copy).catch(unless('ENOTEMPTY', 'EEXIST'));
  } finally {
    await rm(workplace, { recursive: true, force: true });
  }
  if (!(await isWhole())) throw new Error('the copy does not keep what was written to it');
  return copy;
}

/** Programs in a folder that other users could write to must not be run by root. */
async function openPlace(place: string): Promise<void> {
  // Never writable by others, not even between the two calls.
  await mkdir(place, { mode: 0o755 }).then(() => chmod(place, 0o755), unless('EEXIST'));
  const found = await lstat(place);
  if (!found.isDirectory()) throw new Error('it is not a folder');
  if (found.uid !== process.getuid?.()) throw new Error(`it belongs to user ${found.uid}`);
  if (found.mode & 0o022) throw new Error('others may write to it');
}

async function nameOf(installed: string, listing: string): Promise<string> {
  const description = await readFile(join(installed, 'package.json'), 'utf8');
  const { version } = JSON.parse(description) as { version: string };
  const digest = createHash('sha256').update(`${version}\n${listing}`).digest('hex');
  return `${version}-${digest.slice(0, 12)}`;
}

/** Every file below a folder with its size, every link with its target: an incomplete copy differs. */
async function list(folder: string): Promise<string> {
  const lines = (await contentsOf(folder)).map(async ({ path, entry }) => {
    if (entry.isDirectory()) return `${path}/`;
    if (entry.isSymbolicLink()) return `${path} -> ${await readlink(join(folder, path))}`;
    const { size, mode } = await lstat(join(folder, path));
    return `${path} ${size}${mode & 0o100 ? ' x' : ''}`;
  });
  return (await Promise.all(lines)).join('\n');
}

/** Readable by everyone, whatever the source's modes and the umask, and on disk before it is renamed. */
async function copyFolder(from: string, to: string): Promise<void> {
  await makeFolder(to);
  const contents = await contentsOf(from);
  for (const { path, entry } of contents) if (entry.isDirectory()) await makeFolder(join(to, path));
  const others = contents.filter(({ entry }) => !entry.isDirectory());
  for (let at = 0; at < others.length; at += AT_ONCE) {
    const copies = others.slice(at, at + AT_ONCE).map(async ({ path, entry }) => {
      const [source, target] = [join(from, path), join(to, path)];
      if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
      else await copyDurably(source, target);
    });
    // The cleanup after a failure must not meet copies that are still being written.
    const failed = (await Promise.allSettled(copies)).find((copy) => copy.status === 'rejected');
    if (failed) throw failed.reason;
  }
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path);
  await chmod(path, 0o755);
}

async function copyDurably(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  const file = await open(target, 'r+');
  try {
    const { mode } = await file.stat();
    await file.chmod(mode & 0o100 ? 0o755 : 0o644);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Everything below a folder, folders before their contents. */
async function contentsOf(folder: string): Promise<{ path: string; entry: Dirent }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .map((entry) => ({ path: relative(folder, join(entry.parentPath, entry.name)), entry }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

function unless(...codes: string[]): (error: NodeJS.ErrnoException) => void {
  return (error) => {
    if (!codes.includes(error.code ?? '')) throw error;
  };
}
