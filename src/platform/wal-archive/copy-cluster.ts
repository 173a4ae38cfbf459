import { createReadStream, createWriteStream } from 'node:fs';
import { chown, copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { Account } from '../embedded-postgres/index.js';

/** Files from this size on are compressed. */
const largeBytes = 64 * 1024;
const suffix = '.zst';

/** What a base backup does not have: Postgres creates it again, or the log has it. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const leftOut =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|recovery\.signal|standby\.signal|pgsql_tmp.*|pg_internal\.init.*)$/;

/**
 * Copies the files of a cluster that may change meanwhile: the log corrects what is copied half. Large files are compressed.
 * @returns the bytes read
 */
export async function copyClusterOut(from: string, to: string, signal?: AbortSignal): Promise<number> {
  let bytes = 0;
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    signal?.throwIfAborted();
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (leftOut.test(entry.name)) continue;
    if (entry.isDirectory()) {
      if (emptied.has(entry.name)) await mkdir(target, { mode: 0o700 });
      else bytes += await copyClusterOut(source, target, signal);
    } else if (entry.isFile()) {
      bytes += await copyOut(source, target).catch(unlessGone);
    }
  }
  return bytes;
}

async function copyOut(source: string, target: string): Promise<number> {
  const { size } = await stat(source);
  if (size < largeBytes) await copyFile(source, target);
  else {
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } });
    await pipeline(createReadStream(source), compress, createWriteStream(`${target}${suffix}`, { mode: 0o600 }));
  }
  return size;
}

/** A table can be dropped meanwhile. */
function unlessGone(error: NodeJS.ErrnoException): number {
  if (error.code === 'ENOENT') return 0;
  throw error;
}

/** Writes the files of a base backup as a cluster that belongs to `account`. */
export async function copyClusterIn(from: string, to: string, account?: Account): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  if (account) await chown(to, account.uid, account.gid);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name.endsWith(suffix) ? entry.name.slice(0, -suffix.length) : entry.name);
    if (entry.isDirectory()) {
      await copyClusterIn(source, target, account);
      continue;
    }
    if (!entry.name.endsWith(suffix)) await copyFile(source, target);
    else await pipeline(createReadStream(source), createZstdDecompress(), createWriteStream(target, { mode: 0o600 }));
    if (account) await chown(target, account.uid, account.gid);
  }
}
