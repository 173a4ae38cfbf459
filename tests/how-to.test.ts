import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from './support/app.js';
import type { Owner } from './support/seed.js';
import { type TemporaryFolder, temporaryFolder } from './support/temporary-folder.js';

let app: TestApp;
let owner: Owner;
let folder: TemporaryFolder;
beforeAll(async () => {
  [app, folder] = await Promise.all([startTestApp({ worker: true }), temporaryFolder()]);
  owner = await app.seed.owner();
});
afterAll(async () => {
  await app.stop();
  folder.remove();
});

/** The guides that need nothing but a workspace. */
const guides = [
  'call-another-flow',
  'edit-a-flow-with-a-draft',
  'handle-failures',
  'loop-over-a-list',
  'run-code',
  'schedule-a-flow',
  'start-flows-by-crm-events',
];

test.each(guides)('the commands of docs/how-to/%s.md output what the page shows', async (guide) => {
  const page = await readFile(`docs/how-to/${guide}.md`, 'utf8');
  // A command is followed by its output.
  const examples = [...page.matchAll(/```sh\n(.*?)```\n\n```\n(.*?)```/gs)].map(([, sh = '', shown = '']) => ({
    sh,
    shown,
  }));
  expect(examples).toHaveLength(page.split('```sh\n').length - 1);
  const outputs = await outputsOf(examples.map(({ sh }) => sh));
  expect(outputs.map(withoutIds)).toEqual(examples.map(({ shown }) => withoutIds(shown)));
});

const run = promisify(execFile);
const end = '=== the end of the commands\n';

/** Runs commands in one shell. @returns what each outputs */
async function outputsOf(commands: readonly string[]): Promise<string[]> {
  const guide = await readFile('docs/how-to/README.md', 'utf8');
  const [pick = ''] = /^pick\(\).*$/m.exec(guide) ?? [];
  const script = [pick, functions, ...commands.map((command) => `${command}\necho '${end.trimEnd()}'`)];
  const env = { ...process.env, P: `${app.url}/workspaces/${owner.workspaceId}`, TOKEN: owner.token, call };
  const { stdout } = await run('/bin/sh', ['-c', script.join('\n')], { cwd: folder.path, env, timeout: 50_000 });
  return stdout.split(end).slice(0, -1);
}

/** `api` without curl, which not every machine has; and instead of sleeping, the end of what runs is awaited. */
const functions = `
api() { node -e "$call" -- "$@"; }
sleep() { until [ "$(api GET '/flows/executions?status=running' | pick data.length)" = 0 ]; do :; done; }`;

const call = `
  const { P, TOKEN } = process.env;
  const [method, path, body] = process.argv.slice(1);
  const headers = { authorization: 'Bearer ' + TOKEN, 'content-type': 'application/json' };
  fetch(P + path, { method, headers, body }).then(async (answer) => console.log(await answer.text()));`;

const withoutIds = (output: string) => output.replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'ID');
