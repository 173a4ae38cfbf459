import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { reached, trigger } from '../support/run.js';
import type { Owner, SeededFlow } from '../support/seed.js';

let app: TestApp;
let owner: Owner;
let flow: SeededFlow;
let executionId: string;

const nodes = [
  { id: 'start', type: 'trigger.manual', position: { x: 0, y: 0 }, data: {} },
  { id: 'fail', type: 'logic.stop', position: { x: 1, y: 0 }, data: { status: 'failed', message: 'No.' } },
];
const edges = [{ id: 'e', source: 'start', target: 'fail' }];

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  flow = await app.seed.flow(owner, { name: 'Fails', nodes, edges, tags: ['vip'] });
  await app.seed.flow(owner, { name: 'Draft', nodes: [] }, false);
  executionId = await trigger(app, owner, flow.id);
  await reached(app, owner, executionId);
});

afterAll(() => app.stop());

/** Finds the total of a list, with and without `$flow`, `$execution` and `$user`. */
async function ask(path: string) {
  const { data } = (await app.rest('GET /auth/me', { as: owner.token })).body as unknown as {
    data: { user: { id: string } };
  };
  const named = path
    .replace('P/', `/workspaces/${owner.workspaceId}/`)
    .replaceAll('$workspace', owner.workspaceId)
    .replaceAll('$flow', flow.id)
    .replaceAll('$execution', executionId)
    .replaceAll('$user', data.user.id);
  return app.rest(`GET ${named}`, { as: owner.token, headers: { prefer: 'handling=strict' } });
}

describe('the filter of', () => {
  test.each<[string, number]>([
    ['P/flows?filter[status][eq]=active', 1],
    ['P/flows?filter[status][in]=active,paused', 2],
    ['P/flows?filter[status][ne]=active', 1],
    ['P/flows?filter[isActive][eq]=false', 1],
    ['P/flows?filter[name][gt]=Draft', 1],
    ['P/flows?filter[tags][eq]=vip', 1],
    ['P/flows?filter[tags][ne]=vip&filter[updatedAt][gte]=2020-01-01', 1],
    ['P/flows?filter[folderId][isNull]=true&filter[or][0][name][eq]=Draft&filter[or][1][triggerType][eq]=webhook', 1],
    ['P/flows?ids=$flow', 1],
    ['P/flows?ids=$flow&status=paused', 0],
    ['P/flows/$flow/versions?filter[version][gte]=1', 1],
    ['P/flows/$flow/versions?filter[name][eq]=Other', 0],
    ['P/flows/$flow/versions?ids=version:$flow:1', 1],
    ['P/flows/templates?filter[builtIn][eq]=false', 0],
    ['P/flows/templates?filter[usageCount][gt]=0', 0],
    ['P/flows/tools?filter[name][eq]=find', 0],
    ['P/flows/executions?filter[status][eq]=failed', 1],
    ['P/flows/executions?filter[status][in]=running,completed', 0],
    ['P/flows/executions?filter[phase][eq]=done&filter[trigger][in]=manual,webhook', 1],
    ['P/flows/executions?filter[phase][ne]=done', 0],
    ['P/flows/executions?filter[errorCode][isNull]=false', 1],
    ['P/flows/executions?filter[errorCode][ne]=NONE&filter[nodeId][eq]=fail', 1],
    ['P/flows/executions?filter[durationMs][lt]=600000&filter[createdAt][gte]=2020-01-01', 1],
    ['P/flows/executions?filter[flowId][eq]=$flow&ids=$execution', 1],
    ['P/flows/executions?filter[flowVersion][gt]=1000', 0],
    ['P/flows/$flow/executions?filter[status][eq]=failed', 1],
    ['P/flows/$flow/executions?filter[status][ne]=failed', 0],
    ['P/members?filter[role][eq]=OWNER', 1],
    ['P/members?filter[status][eq]=invited', 0],
    ['P/members?filter[userId][eq]=$user', 1],
    ['P/members?ids=member:$user:$workspace', 1],
    ['P/api-keys?filter[name][eq]=None', 0],
    ['P/usage/events?filter[eventType][eq]=flow_execution', 1],
    ['P/usage/events?filter[executionId][eq]=$execution', 1],
    ['P/usage/events?filter[createdAt][gte]=2020-01-01&filter[createdAt][lt]=2100-01-01', 1],
    ['P/usage/events?filter[createdAt][gt]=2100-01-01', 0],
    ['P/usage/events?filter[credits][gt]=0', 0],
    ['P/usage/events?filter[quantity][gte]=1&source=platform', 1],
    ['P/audit-log?filter[action][eq]=createFlow', 2],
    ['P/audit-log?filter[action][in]=createFlow,updateFlow&filter[outcome][eq]=done', 3],
    ['P/audit-log?filter[targetId][eq]=$flow&filter[action][ne]=createFlow', 2],
    ['P/outbox?filter[channel][eq]=email', 0],
    ['P/outbox?filter[to][eq]=ana@example.com', 0],
    ['/workspaces?filter[role][eq]=OWNER&filter[name][eq]=Acme', 1],
    ['/workspaces?ids=$workspace', 1],
    ['/auth/sessions?filter[expiresAt][gte]=2100-01-01', 0],
  ])('%s finds %i', async (path, total) => {
    const { status, body, headers } = await ask(path);
    expect([status, body.pagination?.total, (body.data as unknown[])?.length]).toEqual([200, total, total]);
    expect(headers.get('x-filter-cost')).toMatch(/^(indexed|scan)$/);
  });

  test.each([
    ['P/flows?filter[nmae][eq]=a', 'filter.nmae', 'name'],
    ['P/flows/executions?filter[statsu][eq]=failed', 'filter.statsu', 'status'],
    ['P/members?filter[emial][eq]=a', 'filter.emial', 'email'],
    ['P/usage/events?filter[eventTyp][eq]=sms_sent', 'filter.eventTyp', 'eventType'],
    ['P/audit-log?filter[acton][eq]=a', 'filter.acton', 'action'],
    ['P/outbox?filter[chanel][eq]=sms', 'filter.chanel', 'channel'],
    ['P/api-keys?filter[prefx][eq]=a', 'filter.prefx', 'prefix'],
    ['P/flows/templates?filter[categry][eq]=a', 'filter.categry', 'category'],
    ['P/contacts?filter[emial][eq]=a', 'filter.emial', 'email'],
    ['/workspaces?filter[nam][eq]=a', 'filter.nam', 'name'],
    ['/auth/sessions?filter[devic][eq]=a', 'filter.devic', 'device'],
  ])('%s is refused by %s, with the name that was probably meant', async (path, field, meant) => {
    const { status, body } = await ask(path);
    expect([status, body.error.details?.[0]?.field]).toEqual([400, field]);
    expect(body.error.message).toContain(`Did you mean "${meant}"?`);
  });

  test('executions belongs to its cursor, and counts all that match', async () => {
    await trigger(app, owner, flow.id).then((id) => reached(app, owner, id));
    const { body } = await ask('P/flows/executions?filter[status][eq]=failed&limit=1');
    expect(body.pagination).toMatchObject({ total: 2, totalPages: 2 });
    const { nextCursor } = body.pagination;
    const next = await ask(`P/flows/executions?filter[status][eq]=failed&limit=1&cursor=${nextCursor}`);
    expect((next.body.data as { id: string }[]).map(({ id }) => id)).toEqual([executionId]);
    const other = await ask(`P/flows/executions?filter[status][eq]=cancelled&limit=1&cursor=${nextCursor}`);
    expect(other.body.error.details).toMatchObject([{ field: 'cursor' }]);
  });
});
