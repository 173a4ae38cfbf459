import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';
import { stages } from './record-samples.js';

let app: TestApp;
let owner: Owner;
let pipelineId: string;

interface Shown {
  id: string;
  expectedCloseDate: string | null;
}

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  pipelineId = ((await call('POST /pipelines', { name: 'Sales', stages })).body.data as Shown).id;
}, 60_000);

afterAll(() => app.stop());

function call(route: string, body?: unknown) {
  const [method, path] = route.split(' ');
  const at = `${method} /workspaces/${owner.workspaceId}${path}`;
  return app.rest(at, { as: owner.token, ...(body !== undefined && { body }) });
}

function create(name: string, expectedCloseDate?: unknown) {
  return call('POST /opportunities', { name, pipelineId, stageId: 'first', expectedCloseDate });
}

const refusal = 'must be a date without a time, for example 2026-11-21.';

describe('a date without a time', () => {
  test('is the day that was sent, on both surfaces, in lists and after a change', async () => {
    const { id } = (await create('Spring', '2026-03-01')).body.data as Shown;
    const read = await call(`GET /opportunities/${id}`);
    expect(read.body.data).toMatchObject({ expectedCloseDate: '2026-03-01' });
    const changed = await call(`PATCH /opportunities/${id}`, { expectedCloseDate: '2028-02-29' });
    expect(changed.body.data).toMatchObject({ expectedCloseDate: '2028-02-29' });
    const { data } = await app.graphql(
      `query ($w: ID!, $id: ID!) { workspace(id: $w) {
        opportunity(id: $id) { expectedCloseDate }
        opportunities(search: "Spring") { items { expectedCloseDate } } } }`,
      { w: owner.workspaceId, id },
      owner.token,
    );
    const shown = { expectedCloseDate: '2028-02-29' };
    expect(data).toEqual({ workspace: { opportunity: shown, opportunities: { items: [shown] } } });
    const removed = await call(`PATCH /opportunities/${id}`, { expectedCloseDate: null });
    expect(removed.body.data).toMatchObject({ expectedCloseDate: null });
  });

  test.each(['2026-03-01T10:00:00Z', '2026-03-01T00:00:00.000Z', '2026-02-30', '1.3.2026', '', 20260301])(
    'is not %j',
    async (sent) => {
      const { status, body } = await create('Refused', sent);
      const details = [
        expect.objectContaining({ field: 'expectedCloseDate', message: `expectedCloseDate ${refusal}` }),
      ];
      expect([status, body.error]).toEqual([400, expect.objectContaining({ code: 'VALIDATION_FAILED', details })]);
      const { errors } = await app.graphql(
        'mutation ($w: ID!, $input: CreateOpportunityInput!) { createOpportunity(workspaceId: $w, input: $input) { id } }',
        { w: owner.workspaceId, input: { name: 'Refused', pipelineId, stageId: 'first', expectedCloseDate: sent } },
        owner.token,
      );
      expect(errors?.[0]).toMatchObject({ extensions: { code: 'VALIDATION_FAILED', details: body.error.details } });
    },
  );

  test('sorts a list, which goes on at a cursor, and filters it', async () => {
    for (const day of ['2031-01-02', '2031-01-01', '2031-01-03']) await create(`Sorted ${day}`, day);
    const dates = async (query: string) => {
      const { body } = await call(`GET /opportunities?search=Sorted&${query}`);
      const items = body.data as Shown[];
      return { dates: items.map((one) => one.expectedCloseDate), next: body.pagination?.nextCursor };
    };
    const first = await dates('sortBy=expectedCloseDate&sortOrder=asc&limit=2');
    expect(first.dates).toEqual(['2031-01-01', '2031-01-02']);
    const second = await dates(`sortBy=expectedCloseDate&sortOrder=asc&limit=2&cursor=${first.next}`);
    expect(second.dates).toEqual(['2031-01-03']);
    expect((await dates('filter[expectedCloseDate][eq]=2031-01-02')).dates).toEqual(['2031-01-02']);
    expect((await dates('filter[expectedCloseDate][in]=2031-01-01,2031-01-03')).dates).toHaveLength(2);
    expect(
      (await dates('filter[expectedCloseDate][gt]=2031-01-01&filter[expectedCloseDate][lte]=2031-01-02')).dates,
    ).toEqual(['2031-01-02']);
    const refused = await call('GET /opportunities?filter[expectedCloseDate][gt]=2031-01-01T00:00:00Z');
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining(refusal)]);
  });
});
