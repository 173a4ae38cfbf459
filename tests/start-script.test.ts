import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { type ServerProcess, startServerProcess } from './support/server-process.js';
import { type TemporaryFolder, temporaryFolder } from './support/temporary-folder.js';

// npm runs the script in a shell, and passes on the signals that it gets to that shell alone.

let database: TestDatabase;
let folder: TemporaryFolder;
let server: ServerProcess;
beforeAll(async () => {
  [database, folder] = await Promise.all([createTestDatabase(), temporaryFolder()]);
});
afterEach(() => server.kill());
afterAll(async () => {
  await database.drop();
  folder.remove();
});

async function start(): Promise<ServerProcess> {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
  const env = { DATABASE_URL: database.url, DATA_DIR: folder.path };
  server = startServerProcess(env, ['sh', '-c', scripts.start]);
  await server.says(/Ready in/);
  return server;
}

test('npm start that is terminated by a supervisor stops the server', async () => {
  const { signal, ended } = await start();
  signal('SIGTERM');
  expect(await ended()).toMatchObject({ code: 0, output: expect.stringMatching(/Stopping …\n/) });
});

test('Ctrl-C stops the server cleanly, although npm repeats the signal that the terminal has sent', async () => {
  const { signal, stop } = await start();
  const stopped = stop('SIGINT');
  signal('SIGINT');
  expect((await stopped).code).toBe(0);
});
