import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLog } from '../../src/platform/log.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { fillEveryNode } from './canary-nodes.js';
import { makeKey, type Stage, signUpCanary } from './canary-people.js';
import { readEverything } from './canary-reads.js';
import { useSecrets } from './canary-secrets.js';
import { createCanaryWatch, watchTables } from './canary-watch.js';

const secret = `Sk/Live+${randomBytes(20).toString('hex')}"&1234`;

let app: TestApp;
let stage: Stage;
const lines: string[] = [];
const watch = createCanaryWatch(() => app.url);

beforeAll(async () => {
  const log = createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } });
  app = await startTestApp({ worker: true, log });
  stage = { app, watch, email: 'sinks@example.com', password: 'a good password', otherPassword: 'another one' };
});
afterAll(() => app.stop());

test('a secret that was tried in every field of every node is in no table, log line, event or answer', async () => {
  const person = await signUpCanary(stage, stage.email);
  await useSecrets(stage, person, secret, (echoUrl) => fillEveryNode(stage, person, echoUrl));
  const { accessToken: as, workspaceId } = person;
  for (const text of [secret, secret.toUpperCase()]) {
    await watch.call(`GET /workspaces/${workspaceId}/search?q=${encodeURIComponent(text)}`, { as });
    await watch.call(`GET /workspaces/${workspaceId}/flows?search=${encodeURIComponent(text)}`, { as });
  }
  expect(await readEverything(stage, person, as)).toBeGreaterThan(200);
  expect(await readEverything(stage, person, await makeKey(stage, person))).toBeGreaterThan(200);
  for (const line of lines) watch.receive('log', line);
  await watchTables(watch, app.services.db.pool);

  expect(watch.leaks().filter((leak) => leak.startsWith('secret'))).toEqual([]);
  const refused = await app.services.db.pool.query(
    `select distinct node_type from execution_steps where error->>'code' = 'SECRET_SINK'`,
  );
  expect(refused.rows.length).toBeGreaterThan(20);
}, 300_000);
