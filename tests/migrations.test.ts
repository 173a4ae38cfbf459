import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { migrations } from '../migrations/index.js';
import { listMigrations, migrationsIn } from '../tools/database/list-migrations.js';
import { compareMigrations, recordMigrations } from '../tools/database/record-migrations.js';
import { temporaryFolder } from './support/temporary-folder.js';

const fileOf = (line: string) => line.split('  ')[1];

test('recorded migrations are not changed, and new ones are recorded (npm run codegen)', async () => {
  // A migration that is not merged yet may change: remove its line in migrations/SHA256SUMS, then npm run codegen.
  const { recorded, current } = await compareMigrations('migrations');
  expect(current).toEqual(recorded);
});

test('migrations/index.ts lists every migration, oldest first (npm run codegen)', async () => {
  const { current } = await compareMigrations('migrations');
  expect(migrations.map(({ name }) => `${name}.ts`)).toEqual(current.map(fileOf));
  expect(listMigrations(migrationsIn('migrations'))).toBe(await readFile('migrations/index.ts', 'utf8'));
});

test('recording adds new migrations and keeps the lines of the others', async () => {
  const folder = await temporaryFolder();
  await cp('migrations', folder.path, { recursive: true });
  const before = await compareMigrations(folder.path);
  const [first = ''] = before.current;
  await writeFile(join(folder.path, fileOf(first) ?? ''), 'changed');
  await writeFile(join(folder.path, '20990101000000-create-planets.ts'), 'new');
  await recordMigrations(folder.path);
  const after = await compareMigrations(folder.path);
  expect(after.recorded.slice(0, -1)).toEqual(before.recorded);
  expect(after.recorded.at(-1)).toMatch(/ {2}20990101000000-create-planets\.ts$/);
  expect(after.current[0]).not.toBe(first);
  expect(await readFile(join(folder.path, 'SHA256SUMS'), 'utf8')).toBe(`${after.recorded.join('\n')}\n`);
  folder.remove();
});
