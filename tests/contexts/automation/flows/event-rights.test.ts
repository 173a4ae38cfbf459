import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { crmEventTypes } from '../../../../src/nodes/index.js';
import { capabilities } from '../../../../src/platform/access/capabilities.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { addMember } from '../../accounts/members/people.js';

let app: TestApp;
let owner: Owner;
const keys = new Map<string, string>();

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

async function keyWithout(capability: string): Promise<string> {
  const known =
    keys.get(capability) ??
    (await app.seed.apiKey(
      owner,
      capabilities.filter((one) => one !== capability),
    ));
  keys.set(capability, known);
  return known;
}

const call = (as: string, route: string, body?: unknown) => {
  const [method, path] = route.split(' ');
  return app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, { as, ...(body !== undefined && { body }) });
};

const reads: Record<string, string> = {
  contact: 'contacts:read',
  opportunity: 'pipelines:read',
  conversation: 'conversations:read',
  message: 'conversations:read',
  appointment: 'calendarEvents:read',
  budget: 'usage:read',
  source: 'flows:read',
  flow: 'flows:read',
  connection: 'connections:read',
  custom: 'crmEvents:read',
};
const events = [
  ...crmEventTypes.map(({ type, entity }) => ({ type, right: reads[entity] as string })),
  { type: 'custom.order.paid', right: 'crmEvents:read' },
];
const pipelineId = '01970000-0000-7000-8000-000000000009';

const startedBy = (type: string) => ({
  ...graph(
    [
      node('start', 'trigger.crmEvent', { eventType: type, ...(type === 'opportunity.created' && { pipelineId }) }),
      node('end', 'logic.stop'),
    ],
    'start>end',
  ),
  settings: { triggerType: 'crm_event' },
});
const waitingFor = (eventType: string) =>
  graph([node('start', 'trigger.manual'), node('wait', 'wait.event', { eventType })], 'start>wait');

describe('a flow that an event starts, or that waits for one', () => {
  test.each(events)('is stored by those only who may read $type: $right', async ({ type, right }) => {
    const key = await keyWithout(right);
    for (const content of [startedBy(type), waitingFor(type)]) {
      const answer = await call(key, 'POST /flows', { name: 'Spy', ...content });
      expect([answer.status, answer.body.error?.message]).toEqual([
        403,
        expect.stringMatching(new RegExp(`requires the capability ${right}( to read ${type})?\\.`)),
      ]);
      expect((await call(owner.token, 'POST /flows', { name: 'Spy', ...content })).status).toBe(201);
    }
  });

  test('needs the rights of every event if only an expression tells which', async () => {
    const content = waitingFor('{{triggerData.type}}');
    for (const right of new Set(Object.values(reads))) {
      expect((await call(await keyWithout(right), 'POST /flows', { name: 'Any', ...content })).status).toBe(403);
    }
    expect((await call(owner.token, 'POST /flows', { name: 'Any', ...content })).status).toBe(201);
  });

  test('needs flows:read for failed executions', async () => {
    const key = await keyWithout('flows:read');
    const failed = graph([node('start', 'trigger.executionFailed', {}), node('end', 'logic.stop')], 'start>end');
    for (const content of [
      { ...failed, settings: { triggerType: 'execution_failed' } },
      waitingFor('execution.failed'),
    ]) {
      expect((await call(key, 'POST /flows', { name: 'Spy', ...content })).status).toBe(403);
    }
  });

  test('cannot be subscribed, activated or published by others', async () => {
    const key = await keyWithout('contacts:read');
    const plain = graph([node('start', 'trigger.manual'), node('end', 'logic.stop')], 'start>end');
    const flow = await app.seed.flow(owner, plain, false);
    const spy = await app.seed.flow(owner, startedBy('contact.created'), false);
    const subscribed = await call(key, `POST /crm-events/flows/${flow.id}/subscribe`, { eventType: 'contact.created' });
    const custom = await call(key, `POST /crm-events/flows/${flow.id}/subscribe`, { eventType: 'custom.x' });
    const activated = await call(key, `PATCH /flows/${spy.id}`, { isActive: true });
    await call(key, `PUT /flows/${flow.id}/draft`, { ...startedBy('contact.updated') });
    const published = await call(key, `POST /flows/${flow.id}/publish`, {});
    expect([subscribed, custom, activated, published].map(({ status }) => status)).toEqual([403, 200, 403, 403]);
  });

  test('runs no step once its principal has lost the right', async () => {
    const editor = await addMember(app, owner.workspaceId, owner.token, 'EDITOR');
    const { id } = await app.seed.flow({ ...owner, token: editor.token }, startedBy('contact.created'));
    const text = 'update members set denied_capabilities = $2 where user_id = $1';
    await app.services.db.pool.query(text, [editor.userId, ['contacts:read']]);
    await call(owner.token, 'POST /contacts', { name: 'Ada' });
    const run = await waitFor(async () => {
      const { body } = await call(owner.token, `GET /flows/executions?flowId=${id}`);
      const [first] = body.data as { id: string; status: string }[];
      return first?.status === 'failed' ? first : null;
    });
    const { body } = await call(owner.token, `GET /flows/executions/${run.id}`);
    expect(body.data).toMatchObject({ error: { code: 'RUN_AS_FORBIDDEN' } });
  });
});
