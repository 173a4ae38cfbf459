import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

interface Settings {
  triggerType: string;
  triggerConfig: Record<string, unknown>;
}

const createFlow = `mutation ($workspaceId: ID!, $input: CreateFlowInput!) {
  createFlow(workspaceId: $workspaceId, input: $input) {
    id settings { triggerType triggerConfig { ... on ScheduleTriggerConfig { cron } } storedTriggerConfig }
  }
}`;
const overGraphql = (settings: object, more: object = {}) =>
  app.graphql<{ createFlow: { id: string; settings: object } }>(
    createFlow,
    { workspaceId: owner.workspaceId, input: { name: 'F', settings, ...more } },
    owner.token,
  );

const path = () => `/workspaces/${owner.workspaceId}/flows`;
const overRest = (settings: object, route = `POST ${path()}`) =>
  app.rest(route, { as: owner.token, body: { name: 'F', settings } });

const fieldsOf = (details: unknown) => ((details ?? []) as { field?: string }[]).map(({ field }) => field);

describe('the configuration of a trigger over GraphQL', () => {
  test('names its trigger, and is shown as REST stores it', async () => {
    const { data } = await overGraphql({ triggerConfig: { schedule: { cron: '0 9 * * 1' } } });
    expect(data?.createFlow.settings).toEqual({
      triggerType: 'schedule',
      triggerConfig: { cron: '0 9 * * 1' },
      storedTriggerConfig: { cron: '0 9 * * 1' },
    });
    const read = await app.rest(`GET ${path()}/${data?.createFlow.id}`, { as: owner.token });
    expect(read.body.data).toMatchObject({
      settings: { triggerType: 'schedule', triggerConfig: { cron: '0 9 * * 1' } },
    });
  });

  test('is written into the trigger node', async () => {
    const config = { webhook: { auth: { type: 'basic', username: 'ana', secretName: 'hook' }, methods: ['PUT'] } };
    const { data } = await overGraphql({ triggerConfig: config });
    const updateFlow = `mutation ($workspaceId: ID!, $flowId: ID!, $input: UpdateFlowInput!) {
      updateFlow(workspaceId: $workspaceId, flowId: $flowId, input: $input) { nodes settings { triggerType } }
    }`;
    const flowId = data?.createFlow.id;
    const change = async (input: object) =>
      (
        await app.graphql<{ updateFlow: { nodes: unknown; settings: object } }>(
          updateFlow,
          { workspaceId: owner.workspaceId, flowId, input },
          owner.token,
        )
      ).data?.updateFlow;
    await change({ nodes: [{ id: 'start', type: 'trigger.manual' }] });
    expect(await change({ settings: { triggerConfig: config } })).toMatchObject({
      nodes: [{ id: 'start', type: 'trigger.webhook', data: config.webhook }],
      settings: { triggerType: 'webhook' },
    });
  });

  test('can have values that are not valid yet, as they are stored', async () => {
    const { data } = await overGraphql({ triggerType: 'schedule', triggerConfig: { stored: { cron: 5 } } });
    expect(data?.createFlow.settings).toMatchObject({
      triggerConfig: { cron: null },
      storedTriggerConfig: { cron: 5 },
    });
  });

  test.each([
    ['settings.triggerConfig.schedule', { triggerType: 'webhook', triggerConfig: { schedule: { cron: '* * * * *' } } }],
    ['settings.triggerConfig', { triggerConfig: { schedule: {}, webhook: {} } }],
    ['settings.triggerConfig', { triggerConfig: {} }],
    ['settings.triggerConfig.cron', { triggerConfig: { cron: '* * * * *' } }],
    ['settings.triggerConfig.schedule.crn', { triggerConfig: { schedule: { crn: '* * * * *' } } }],
    ['settings.triggerConfig.schedule.cron', { triggerConfig: { schedule: { cron: 5 } } }],
    ['settings.triggerConfig.crn', { triggerType: 'schedule', triggerConfig: { stored: { crn: 1 } } }],
    ['settings.triggerConfig.webhook.auth.type', { triggerConfig: { webhook: { auth: { type: 'none at all' } } } }],
  ])('is refused by the name %s: %j', async (field, settings) => {
    const { errors } = await overGraphql(settings);
    expect(errors?.[0]?.extensions).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    expect(fieldsOf(errors?.[0]?.extensions?.details)).toContain(field);
  });
});

test('a configuration of another trigger than that of the nodes is refused by its own name', async () => {
  const nodes = [{ id: 'start', type: 'trigger.manual' }];
  const { errors } = await overGraphql({ triggerConfig: { schedule: { cron: '* * * * *' } } }, { nodes });
  expect(fieldsOf(errors?.[0]?.extensions?.details)).toEqual(['settings.triggerConfig.schedule']);
});

describe('the configuration of a trigger over REST', () => {
  test('has the keys of its trigger, and can be sent back as it was read', async () => {
    const { status, body } = await overRest({ triggerType: 'schedule', triggerConfig: { cron: 5, timezone: null } });
    expect(status).toBe(201);
    const { id, settings } = body.data as unknown as { id: string; settings: Settings };
    expect(settings).toMatchObject({ triggerType: 'schedule', triggerConfig: { cron: 5 } });
    const again = await overRest(settings, `PATCH ${path()}/${id}`);
    expect(again.body.data).toMatchObject({ settings, version: 1 });
  });

  test.each([
    ['settings.triggerConfig.crn', { triggerType: 'schedule', triggerConfig: { crn: '* * * * *' } }],
    ['settings.triggerConfig.schedule', { triggerType: 'schedule', triggerConfig: { schedule: {} } }],
    ['settings.triggerConfig', { triggerConfig: 'daily' }],
  ])('is refused by the name %s: %j', async (field, settings) => {
    const { status, body } = await overRest(settings);
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(fieldsOf(body.error.details)).toEqual([field]);
  });
});
