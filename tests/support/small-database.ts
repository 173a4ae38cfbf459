import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, stat } from 'node:fs/promises';
import type { TestDatabase } from './database.js';
import { temporaryFolder } from './temporary-folder.js';
import { testPool } from './test-pool.js';

/** Whether this process may mount file systems: as root, outside of most containers. */
export const canMount = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

/** A migrated database on a file system of its own, which fills up. Its log is elsewhere, so Postgres survives that. */
export async function createSmallDatabase(mebibytes: number): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const folder = await temporaryFolder();
  const admin = testPool(process.env.TEST_ADMIN_URL as string, { max: 1 });
  const { rows } = await admin.query<{ path: string }>(`select current_setting('data_directory') as path`);
  const { uid, gid } = await stat(rows[0]?.path ?? '');
  run('mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder.path);
  await chown(folder.path, uid, gid);
  await admin.query(`create tablespace ${name} location '${folder.path}'`);
  await admin.query(`create database ${name} owner workspace template workspace strategy file_copy tablespace ${name}`);
  const url = new URL(process.env.TEST_DATABASE_URL as string);
  url.pathname = name;
  return {
    url: url.href,
    async drop() {
      await admin.query(`drop database ${name} with (force)`);
      await admin.query(`drop tablespace ${name}`);
      await admin.end();
      run('umount', folder.path);
      folder.remove();
    },
  };
}

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
}
