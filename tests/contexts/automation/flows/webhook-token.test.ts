import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findFlowByToken } from '../../../../src/contexts/automation/flows/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

interface FlowBody {
  id: string;
  version: number;
  webhookToken: string | null;
  webhookUrl: string | null;
}

async function call(method: string, path: string, body?: unknown, as = owner.token) {
  return app.rest(`${method} /workspaces/${owner.workspaceId}/flows${path}`, { as, body });
}

async function createWebhookFlow(): Promise<FlowBody & { webhookToken: string }> {
  const { body } = await call('POST', '', { name: 'Hook', ...graph([node('t', 'trigger.webhook')]) });
  return body.data as FlowBody & { webhookToken: string };
}

const find = (token: string) => findFlowByToken(app.services, 'webhook', token);

describe('a webhook token', () => {
  test('is created with a webhook flow and finds it', async () => {
    const flow = await createWebhookFlow();
    expect(flow.webhookToken).toMatch(/^[0-9a-f]{64}$/);
    expect(flow.webhookUrl).toBe(`http://localhost:4000/flows/run?token=${flow.webhookToken}`);
    expect(await find(flow.webhookToken)).toEqual({
      workspaceId: owner.workspaceId,
      id: flow.id,
      name: 'Hook',
      version: 1,
      secrets: null,
      isActive: false,
      settings: expect.objectContaining({ triggerType: 'webhook' }),
      trigger: { id: expect.any(String), type: 'webhook', nodeId: expect.any(String), config: {}, isDisabled: false },
    });
    expect((await call('GET', `/${flow.id}`)).body.data).toMatchObject({ webhookToken: flow.webhookToken });
    expect((await call('GET', '')).body.data).toContainEqual(
      expect.objectContaining({ id: flow.id, webhookToken: flow.webhookToken }),
    );
  });

  test('is not stored in plain text', async () => {
    const { webhookToken } = await createWebhookFlow();
    const { rows } = await app.services.db.pool.query('select * from flow_triggers');
    const raw = Buffer.from(webhookToken, 'hex');
    for (const { token_hash: hash, encrypted_token: encrypted } of rows) {
      expect(encrypted).not.toContain(webhookToken);
      expect(hash.equals(raw)).toBe(false);
    }
  });

  test('is shown only to callers that may change the flow', async () => {
    const { id } = await createWebhookFlow();
    const reader = await app.seed.apiKey(owner, ['flows:read']);
    const { body } = await call('GET', `/${id}`, undefined, reader);
    expect(body.data).toMatchObject({ id, webhookToken: null, webhookUrl: null });
  });

  test('is replaced on request: the old one stops working immediately, the version stays', async () => {
    const { id, webhookToken } = await createWebhookFlow();
    const { status, body } = await call('POST', `/${id}/regenerate-token`);
    const replaced = body.data as FlowBody & { webhookToken: string };
    expect([status, replaced.version]).toEqual([200, 1]);
    expect(replaced.webhookToken).not.toBe(webhookToken);
    expect(await find(webhookToken)).toBeNull();
    expect(await find(replaced.webhookToken)).toMatchObject({ id });
  });

  test('is created and deleted with the trigger', async () => {
    const flow = await createWebhookFlow();
    const manual = await call('PATCH', `/${flow.id}`, { settings: { triggerType: 'manual' } });
    expect(manual.body.data).toMatchObject({ version: 2, webhookToken: null, nodes: [{ type: 'trigger.manual' }] });
    expect(await find(flow.webhookToken)).toBeNull();
    const { status, body } = await call('POST', `/${flow.id}/regenerate-token`);
    expect([status, body.error.code]).toEqual([400, 'TRIGGER_TYPE_NOT_WEBHOOK']);
    const back = await call('PATCH', `/${flow.id}`, { nodes: [node('t', 'trigger.webhook')] });
    const { webhookToken } = back.body.data as FlowBody & { webhookToken: string };
    expect(webhookToken).not.toBe(flow.webhookToken);
    expect(await find(webhookToken)).toMatchObject({ id: flow.id, version: 3 });
    const renamed = await call('PATCH', `/${flow.id}`, { name: 'Renamed' });
    expect(renamed.body.data).toMatchObject({ webhookToken });
  });

  test('of a deleted flow, or a malformed one, finds nothing', async () => {
    const { id, webhookToken } = await createWebhookFlow();
    await call('DELETE', `/${id}`);
    for (const token of [webhookToken, '', 'x', webhookToken.toUpperCase(), "' or true --"]) {
      expect(await find(token)).toBeNull();
    }
  });
});
