import { join } from 'node:path';
import { walFolder } from './archive-folder.js';

/** Seconds of an almost idle log after which its segment is archived: what a lost disk can cost. */
const timeoutSeconds = 60;

/** How an embedded Postgres is started. */
export interface PostgresOptions {
  settings: Record<string, string>;
  folders: readonly string[];
}

/** Starts a Postgres that archives its log; null starts one that does not. */
export function archiving(archive: string | null | undefined): PostgresOptions {
  if (!archive) return { settings: {}, folders: [] };
  return {
    settings: {
      archive_mode: 'on',
      archive_timeout: String(timeoutSeconds),
      archive_command: archiveCommand(archive),
    },
    folders: [walFolder(archive)],
  };
}

/**
 * A file gets its name when it is complete and on disk. One that exists must have the same contents: after a crash Postgres
 * sends a segment again, and another cluster must not archive into the same folder.
 */
function archiveCommand(archive: string): string {
  const file = quote(join(walFolder(archive), '%f.gz'));
  return `f=${file}; if test -f "$f"; then gzip -dc "$f" | cmp -s - "%p"; else gzip -1 -c "%p" > "$f.partial" && sync "$f.partial" && mv "$f.partial" "$f"; fi`;
}

/** Starts a Postgres that replays an archive up to a time, and then begins a timeline of its own. */
export function replaying(archive: string, to: Date): PostgresOptions {
  return {
    settings: {
      archive_mode: 'off',
      hot_standby: 'off',
      restore_command: `gzip -dc ${quote(join(walFolder(archive), '%f.gz'))} > "%p"`,
      recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00'),
      recovery_target_action: 'promote',
    },
    folders: [walFolder(archive)],
  };
}

/** A path for the shell; only %f and %p are placeholders. */
function quote(path: string): string {
  const shown = path.replace(/%(?!f\.gz$)/g, '%%');
  return `'${shown.replaceAll("'", "'\\''")}'`;
}
