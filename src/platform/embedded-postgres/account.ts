import type { Stats } from 'node:fs';
import { chown, mkdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A system user as whom Postgres runs. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * Chooses the user as whom Postgres runs, because it refuses to run as root. Undefined if this process is not root:
 * Postgres runs as the same user. Root uses the owner of the existing cluster, otherwise `postgres` or `nobody`.
 * @throws Error with the remedy if there is no such user
 */
export async function chooseAccount(cluster: string): Promise<Account | undefined> {
  const ownerNow = await stat(cluster).catch(() => undefined);
  const me = process.getuid?.() ?? 0;
  if (me !== 0) {
    if (ownerNow && ownerNow.uid !== me) {
      throw new Error(
        `${cluster} must belong to the user that runs the server (${me}), but belongs to user ${ownerNow.uid}. Start as that user or as root, or change the owner with chown.`,
      );
    }
    return undefined;
  }
  return ownerNow && ownerNow.uid !== 0 ? { uid: ownerNow.uid, gid: ownerNow.gid } : unprivilegedUser();
}

async function unprivilegedUser(): Promise<Account> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find(([user]) => user === name) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'Postgres must not run as root, and no user `postgres` or `nobody` exists to run it. Run as an ordinary user, or set DATABASE_URL.',
  );
}

/** Creates a folder for Postgres. @throws Error with the remedy if the user as whom it runs cannot enter it */
export async function openFolder(folder: string, account: Account | undefined): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o711 });
  if (!account) return;
  await chown(folder, account.uid, account.gid);
  const closed = await firstClosed(folder, account);
  if (!closed) return;
  throw new Error(
    `Postgres runs as user ${account.uid}, who may not enter ${closed}. Name a folder that other users may enter.`,
  );
}

/** The first folder on the path from / to `folder`, inclusive, that the account may not enter. */
export async function firstClosed(folder: string, account: Account): Promise<string | undefined> {
  const path = [await realpath(folder)];
  for (let at = path[0] as string; at !== dirname(at); at = dirname(at)) path.unshift(dirname(at));
  for (const step of path) {
    if (!mayEnter(await stat(step), account)) return step;
  }
  return undefined;
}

function mayEnter(folder: Stats, { uid, gid }: Account): boolean {
  if (folder.uid === uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}
