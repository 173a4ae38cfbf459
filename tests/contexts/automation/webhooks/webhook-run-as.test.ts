import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
let userId: string;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  userId = (await app.graphql<{ me: { id: string } }>('{ me { id } }', {}, owner.token)).data?.me.id as string;
});
afterAll(() => app.stop());

interface SeenWebhook {
  id: string;
  runAs: string | null;
}

async function ask(route: string, as: string, body?: object): Promise<SeenWebhook> {
  const [method, path] = route.split(' ');
  const answer = await app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, { as, ...(body && { body }) });
  if (answer.status >= 300) throw new Error(`${route}: ${JSON.stringify(answer.body)}`);
  return answer.body.data as SeenWebhook;
}

const input = { url: 'https://receiver.example/h', events: ['contact.created'] };

async function keyOf(capabilities: string[]): Promise<{ id: string; key: string }> {
  const answer = await app.rest(`POST /workspaces/${owner.workspaceId}/api-keys`, {
    as: owner.token,
    body: { name: 'Key', capabilities },
  });
  return answer.body.data as { id: string; key: string };
}

test('a webhook runs as whoever saved it last: the user, or the API key', async () => {
  const key = await keyOf(['*']);
  const ofUser = await ask('POST /webhooks', owner.token, input);
  expect(ofUser.runAs).toBe(userId);
  const ofKey = await ask('POST /webhooks', key.key, input);
  expect(ofKey.runAs).toBe(key.id);
  const { data } = await app.graphql<{ workspace: { webhook: SeenWebhook } }>(
    'query ($workspaceId: ID!, $id: ID!) { workspace(id: $workspaceId) { webhook(id: $id) { runAs } } }',
    { workspaceId: owner.workspaceId, id: ofKey.id },
    owner.token,
  );
  expect(data?.workspace.webhook.runAs).toBe(key.id);
});

test.each([
  ['the URL', { url: 'https://other.example/h' }],
  ['the events', { events: ['contact.deleted'] }],
  ['that it is active, though it was', { isActive: true }],
])('whoever saves %s answers for it', async (_what, change) => {
  const key = await keyOf(['*']);
  const { id } = await ask('POST /webhooks', key.key, input);
  expect((await ask(`PATCH /webhooks/${id}`, owner.token, change)).runAs).toBe(userId);
});

test.each([
  ['its description', { description: 'For the shop.' }],
  ['that it is paused', { isActive: false }],
  ['what it was already', input],
])('whoever saves %s does not', async (_what, change) => {
  const key = await keyOf(['*']);
  const { id } = await ask('POST /webhooks', key.key, input);
  expect((await ask(`PATCH /webhooks/${id}`, owner.token, change)).runAs).toBe(key.id);
});

test('nobody chooses it', async () => {
  const key = await keyOf(['*']);
  const body = { ...input, runAs: userId };
  const created = await app.rest(`POST /workspaces/${owner.workspaceId}/webhooks`, { as: key.key, body });
  expect(created.status).toBe(400);
  const { id } = await ask('POST /webhooks', key.key, input);
  const changed = await app.rest(`PATCH /workspaces/${owner.workspaceId}/webhooks/${id}`, {
    as: owner.token,
    body: { runAs: userId },
  });
  expect(changed.status).toBe(400);
});
