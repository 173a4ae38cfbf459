import type { Stats } from 'node:fs';
import { access, constants, readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** As whom Postgres runs. It refuses to run as root. */
export interface Account {
  /** Owner of the cluster's files; absent: whoever we are. */
  owner?: { uid: number; gid: number };
  /** For `spawn`: what to run, with which arguments and identity. */
  launch(command: string, args: string[]): { command: string; args: string[]; uid?: number; gid?: number };
}

/**
 * Chooses the account. An ordinary user runs Postgres as itself. Root runs it as the owner of the existing cluster, else as
 * `postgres` or `nobody`; that account must be able to reach `folders` (of the data and of the binaries), and where their
 * parents are closed to it, as /root is, it gets the one capability to read past them.
 * Throws with the cure where there is no way.
 */
export async function chooseAccount(cluster: string, folders: string[]): Promise<Account> {
  const ownerNow = await stat(cluster).catch(() => undefined);
  const me = process.getuid?.() ?? 0;
  if (me !== 0) {
    if (ownerNow && ownerNow.uid !== me) {
      throw new Error(
        `${cluster} belongs to user ${ownerNow.uid} and we run as user ${me}. Start as root or as that user, or hand the folder over with chown.`,
      );
    }
    return { launch: (command, args) => ({ command, args }) };
  }
  const owner = ownerNow && ownerNow.uid !== 0 ? { uid: ownerNow.uid, gid: ownerNow.gid } : await unprivilegedUser();
  const closed = await firstClosed(folders, owner);
  if (!closed) return { owner, launch: (command, args) => ({ command, args, ...owner }) };
  const setpriv = await findSetpriv();
  if (!setpriv) {
    throw new Error(
      `Postgres must not run as root, and user ${owner.uid} may not enter ${closed}. Run as an ordinary user, ` +
        'move the project and DATA_DIR to a folder that others may enter, or set DATABASE_URL.',
    );
  }
  return { owner, launch: (command, args) => ({ command: setpriv, args: [...privileges(owner), command, ...args] }) };
}

async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find(([user]) => user === name) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'Postgres must not run as root, and there is neither a user "postgres" nor "nobody" to run it. Run as an ordinary user, or set DATABASE_URL.',
  );
}

/** The first folder on the way from / to any of `folders` that `user` may not enter. */
async function firstClosed(folders: string[], user: { uid: number; gid: number }): Promise<string | undefined> {
  for (const folder of folders) {
    const way = [await realpath(folder)];
    for (let at = way[0] as string; at !== dirname(at); at = dirname(at)) way.unshift(dirname(at));
    for (const step of way) {
      if (!mayEnter(await stat(step), user)) return step;
    }
  }
  return undefined;
}

function mayEnter(folder: Stats, { uid, gid }: { uid: number; gid: number }): boolean {
  if (folder.uid === uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}

const DAC_READ_SEARCH = 1n << 2n;

/** setpriv of util-linux, where it is there and we hold the capability to pass on. */
async function findSetpriv(): Promise<string | undefined> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const held = BigInt(`0x${/^CapPrm:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'}`);
  if ((held & DAC_READ_SEARCH) === 0n) return undefined;
  for (const path of ['/usr/bin/setpriv', '/bin/setpriv']) {
    if (
      await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  return undefined;
}

function privileges({ uid, gid }: { uid: number; gid: number }): string[] {
  const capability = '+dac_read_search';
  const identity = ['--reuid', `${uid}`, '--regid', `${gid}`, '--clear-groups'];
  return [
    ...identity,
    '--bounding-set',
    `-all,${capability}`,
    '--inh-caps',
    `-all,${capability}`,
    '--ambient-caps',
    capability,
  ];
}
