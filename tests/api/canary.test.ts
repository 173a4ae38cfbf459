import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLog } from '../../src/platform/log.js';
import { unwrapDataKey } from '../../src/platform/vault/data-key.js';
import { encryptionKey } from '../../src/platform/vault/encrypted-text.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { waitFor } from '../support/wait-for.js';
import {
  credentialKinds,
  failToSignIn,
  inviteCanary,
  json,
  makeKey,
  refreshTwice,
  type Stage,
  signUpCanary,
} from './canary-people.js';
import { breakTables, runCanaryWebhook } from './canary-runs.js';
import { useSecrets } from './canary-secrets.js';
import { createCanaryWatch, watchTables } from './canary-watch.js';

const vaultKey = { id: 'k1', key: randomBytes(32) };
const jwtSecret = `jwt-secret-${randomBytes(24).toString('hex')}`;
// The strength of base64 is estimated in a quarter of the time that hex takes.
const password = `canary password ${randomBytes(12).toString('base64url')}`;
const secret = `sk/live+${randomBytes(20).toString('hex')}"&1234`;
const otherPassword = `other canary ${randomBytes(12).toString('base64url')}`;

let app: TestApp;
let stage: Stage;
const lines: string[] = [];
const watch = createCanaryWatch(() => app.url);
const { call } = watch;

beforeAll(async () => {
  const log = createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } });
  app = await startTestApp({ worker: true, log, jwtSecret, vaultKeys: [vaultKey] });
  stage = { app, watch, email: 'canary@example.com', password, otherPassword };
  watch.plant('password', password, otherPassword);
  watch.plant('vaultKey', vaultKey.key);
  watch.plant('jwtSecret', jwtSecret);
});
afterAll(() => app.stop());

describe('a canary of each kind', () => {
  test('is found in no log line, answer, event or table that is not there to show it', async () => {
    const person = await signUpCanary(stage, stage.email);
    await failToSignIn(stage);
    await refreshTwice(stage);
    const key = await makeKey(stage, person);
    await runCanaryWebhook(stage, person, key);
    await useSecrets(stage, person, secret);
    await inviteCanary(stage, person);
    for (const path of ['/healthz', '/readyz', '/openapi.json', '/docs', '/graphiql']) await call(`GET ${path}`);
    const flows = await json(
      call(`GET /workspaces/${person.workspaceId}/flows`, { as: person.accessToken, shows: ['webhookToken'] }),
    );
    const broken = await breakTables(stage, key, flows[0].webhookToken);

    for (const row of (await app.services.db.pool.query('select * from workspace_keys')).rows) {
      const { key } = unwrapDataKey(encryptionKey(vaultKey), row.workspace_id, row.key_id, row.wrapped_key);
      watch.plant('dataKey', key.export());
    }
    await waitFor(() => lines.some((line) => line.includes('operation failed')));
    for (const line of lines) watch.receive('log', line);
    await watchTables(watch, app.services.db.pool);

    expect(watch.leaks()).toEqual([]);
    expect(broken).toBeGreaterThan(20);
    expect(lines.filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThan(100);
    // One that never sang where it may proves nothing.
    const sightings = watch.sightings();
    for (const kind of [...credentialKinds, 'apiKey', 'webhookToken', 'inviteToken'] as const) {
      expect(sightings.get(kind)).toBeGreaterThan(0);
    }
    expect(watch.places().filter((where) => where === 'event').length).toBeGreaterThan(10);
    expect(watch.places()).toContainEqual(expect.stringMatching(/^table public\.secrets \([1-9]/));
    expect(watch.places()).toContainEqual(expect.stringMatching(/^table public\.flow_triggers \([1-9]/));
  }, 300_000);

  test('would be found: plain, encoded or inside something else', () => {
    const found = (text: string) => {
      const other = createCanaryWatch(() => '');
      other.plant('password', password);
      other.plant('vaultKey', vaultKey.key);
      other.receive('log', text);
      return other.leaks().length;
    };
    expect(found(`Login as someone with ${password} failed`)).toBe(1);
    expect(found(JSON.stringify({ err: { params: [password] } }))).toBe(1);
    expect(found(`?password=${encodeURIComponent(password)}`)).toBe(1);
    expect(found(`\\x${Buffer.from(password).toString('hex')}`)).toBe(1);
    expect(found(`k1:${vaultKey.key.toString('base64')}`)).toBe(1);
    expect(found(vaultKey.key.toString('hex'))).toBe(1);
    expect(found(`by ${password.toUpperCase()}`)).toBe(1);
    expect(found([...password].reverse().join(''))).toBe(1);
    expect(found(Buffer.from(`a:${password}`).toString('base64'))).toBe(1);
    expect(found(createHash('sha256').update(password).digest('hex'))).toBe(0);
  });
});
