import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file of checksums, in the format of `sha256sum`. */
const recordName = 'SHA256SUMS';

/** The migrations in `folder` as `checksum  file` lines: the recorded ones and the current ones. */
export async function compareMigrations(folder: string): Promise<{ recorded: string[]; current: string[] }> {
  const files = (await readdir(folder)).filter((name) => /^\d{14}-.*\.ts$/.test(name)).sort();
  const current = await Promise.all(
    files.map(async (name) => `${checksum(await readFile(join(folder, name), 'utf8'))}  ${name}`),
  );
  const record = await readFile(join(folder, recordName), 'utf8');
  return { recorded: record.split('\n').filter(Boolean), current };
}

/** Records new migrations. Existing lines stay, so that a change of a recorded migration is found. */
export async function recordMigrations(folder: string): Promise<void> {
  const { recorded, current } = await compareMigrations(folder);
  const known = new Set(recorded.map(fileOf));
  const lines = [...recorded, ...current.filter((line) => !known.has(fileOf(line)))];
  await writeFile(join(folder, recordName), `${lines.sort(byFile).join('\n')}\n`);
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const fileOf = (line: string): string => line.split('  ')[1] ?? '';
const byFile = (a: string, b: string): number => (fileOf(a) < fileOf(b) ? -1 : 1);
