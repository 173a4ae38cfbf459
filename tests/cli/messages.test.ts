import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { countOf, sizeOf } from '../../src/cli/amounts.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { type CliResult, runCli } from '../support/cli.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import type { Owner } from '../support/seed.js';
import { memoryFolder, type TemporaryFolder } from '../support/temporary-folder.js';

let app: TestApp;
let owner: Owner;
let folder: TemporaryFolder;
let empty: TestDatabase;
beforeAll(async () => {
  [app, folder, empty] = await Promise.all([startTestApp(), memoryFolder(), createEmptyDatabase()]);
  owner = await app.seed.owner();
});
afterAll(async () => {
  await app.stop();
  await empty.drop();
  folder.remove();
});

const run = (...words: string[]): Promise<CliResult> =>
  runCli(words, { DATABASE_URL: app.database.url, DATA_DIR: folder.path, VAULT_KEYS: `k1:${'A'.repeat(43)}=` });

test.each([
  [0, '0 rows'],
  [1, '1 row'],
  [2, '2 rows'],
])('%d of something has its plural', (count, text) => {
  expect(countOf(count, 'row')).toBe(text);
  expect(countOf(count, 'entry', 'entries')).toBe(text.replace('rows', 'entries').replace('row', 'entry'));
});

test.each([
  [1, '1 byte'],
  [999, '999 bytes'],
  [8_014, '8.0 kB'],
  [999_960, '1.0 MB'],
  [31_400_000, '31.4 MB'],
  [2_100_000_000, '2.1 GB'],
])('%d bytes are shown with a fitting unit', (bytes, text) => {
  expect(sizeOf(bytes)).toBe(text);
});

describe('wrong usage names the help that applies', () => {
  test.each([
    ['executions list', 'executions list'],
    ['user create', 'user create'],
    ['doctor --orbit', 'doctor'],
    ['user orbit', 'user'],
    ['orbit', ''],
  ])('%s', async (words, command) => {
    const { code, stderr } = await run(...words.split(' '));
    expect(code).toBe(2);
    expect(stderr).toMatch(/\. See: workspace-automation .*--help\n$/);
    expect(stderr).toContain(` See: workspace-automation ${command}${command && ' '}--help`);
  });
});

test('help fits the width of a terminal', async () => {
  for (const words of [['doctor'], ['workspace', 'export'], ['backup']]) {
    const [text = ''] = (await run(...words, '--help')).stdout.split('Examples:');
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  }
});

test('messages for callers of the API say what an operator can do', async () => {
  const again = await run('user', 'create', owner.email);
  expect(again.stderr).toBe(
    'A user with this email already exists. Set another password with: workspace-automation user reset-password\n',
  );
  const unknown = await run('executions', 'list', '--workspace', 'nope');
  expect(unknown.stderr).toBe('Workspace not found. Check its ID.\n');
});

test('a backup and an export name their size, and what they count', async () => {
  const backup = await run('backup', join(folder.path, 'small.backup'));
  expect(backup.stdout).toMatch(/small\.backup: \d+ rows of \d+ tables, \d+\.\d kB\.\n/);
  const exported = await run('workspace', 'export', owner.workspaceId, join(folder.path, 'small.workspace'));
  expect(exported.stdout).toMatch(/small\.workspace: 0 rows of \d+ tables, \d+\.\d kB\.\n/);
  expect(exported.stdout).toContain('Without 0 API keys, 1 member, and the tokens of 0 webhook URLs.');
});

test('doctor names the first pending migrations only', async () => {
  const { stdout } = await runCli(['doctor', '--json'], { DATABASE_URL: empty.url, DATA_DIR: folder.path });
  const checks: { name: string; message: string }[] = JSON.parse(stdout).checks;
  expect(checks.find(({ name }) => name === 'migrations')?.message).toMatch(
    /^\d+ migrations are pending: \d+-create-accounts, \d+-[a-z-]+, \d+-[a-z-]+ and \d+ more\.$/,
  );
});
