import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FlowListArgs } from '../../../../src/contexts/automation/flows/flow.input.js';
import { allFlowFields } from '../../../../src/contexts/automation/flows/flow-columns.js';
import { listFlows } from '../../../../src/contexts/automation/flows/list-flows.js';
import { searchedFlows } from '../../../../src/contexts/automation/flows/searched-flows.js';
import type { Scope } from '../../../../src/platform/graphql/context.js';
import { documentsSql } from '../../../../src/platform/search/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  const other = await app.seed.owner();
  for (const { workspaceId } of [owner, other]) {
    await app.services.db.pool.query(
      `insert into flows (workspace_id, name, description, settings, tags)
       select $1, 'Flow ' || n, 'Sends ' || md5(n::text),
         '{"triggerType":"manual","triggerConfig":{},"timeout":300,"maxConcurrent":10}', array['t' || n % 7, 'batch']
       from generate_series(1, 5000) n`,
      [workspaceId],
    );
  }
  await app.services.db.pool.query(
    `insert into search_documents (kind, workspace_id, id, tokens) ${documentsSql(searchedFlows)}`,
  );
  await app.services.db.pool.query('vacuum analyze search_documents');
  await app.services.db.pool.query('analyze flows');
});
afterAll(() => app.stop());

/** The statement that `listFlows` sends. */
async function statementOf(args: Partial<FlowListArgs>): Promise<{ text: string; values: unknown[] }> {
  const sent: { text: string; values: unknown[] }[] = [];
  const sql = {
    query: (statement: { text: string; values: unknown[] }) => {
      sent.push(statement);
      return app.services.db.pool.query(statement);
    },
  };
  const scope = { workspaceId: owner.workspaceId, sql, access: { capabilities: new Set() } };
  await listFlows(scope as unknown as Scope, args as FlowListArgs, allFlowFields);
  return sent[0] as { text: string; values: unknown[] };
}

describe('search in 5,000 flows', () => {
  test.each(['Flow 4711', 'c4ca4238a0b923820dcc509a6f75849b', 'FLOW 4999'])('for %s uses the index', async (search) => {
    const { text, values } = await statementOf({ search });
    const { rows } = await app.services.db.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('search_documents_flows_tokens_idx');
    expect(plan).not.toContain('Seq Scan on flows');
  });

  test('finds the same as without the index, in name, description and tags, never across them', async () => {
    const count = async (search: string) =>
      (
        await app.rest(`GET /workspaces/${owner.workspaceId}/flows?search=${encodeURIComponent(search)}`, {
          as: owner.token,
        })
      ).body.pagination.total;
    expect(await count('flow 499')).toBe(11);
    expect(await count('t3')).toBe(await bruteForce('%t3%'));
    expect(await count('batch')).toBe(5000);
    expect(await count('t3batch')).toBe(0);
    expect(await count('Flow 12Sends')).toBe(0);
  });

  test('follows renamed flows and does not find deleted ones', async () => {
    const { id } = await app.seed.flow(owner, { name: 'Zebra crossing', tags: ['100%_new'] }, false);
    const call = (method: string, body?: object) =>
      app.rest(`${method} /workspaces/${owner.workspaceId}/flows/${id}`, { as: owner.token, ...(body && { body }) });
    const found = async (search: string) =>
      (
        await app.rest(`GET /workspaces/${owner.workspaceId}/flows?search=${encodeURIComponent(search)}`, {
          as: owner.token,
        })
      ).body.pagination.total;
    expect([await found('ZEBRA'), await found('0%_n'), await found('ze'), await found('0%%n')]).toEqual([1, 1, 1, 0]);
    await call('PATCH', { name: 'Übergang', description: 'für Ärzte' });
    expect([await found('zebra'), await found('übergang'), await found('ÄRZTE')]).toEqual([0, 1, 1]);
    await call('DELETE');
    expect(await found('übergang')).toBe(0);
    const { rowCount } = await app.services.db.pool.query('select 1 from search_documents where id = $1', [id]);
    expect(rowCount).toBe(0);
  });

  test('shares no index tokens between workspaces', async () => {
    const text = "select search_grams($1, 'flows', $3, false) && search_grams($2, 'flows', $3, false) as shared";
    const values = [owner.workspaceId, (await app.seed.owner()).workspaceId, 'the same words'];
    expect((await app.services.db.pool.query(text, values)).rows).toEqual([{ shared: false }]);
  });

  async function bruteForce(pattern: string): Promise<number> {
    const { rows } = await app.services.db.pool.query<{ count: number }>(
      `select count(*)::int as count from flows where workspace_id = $1
        and (name ilike $2 or description ilike $2 or exists (select from unnest(tags) t where t ilike $2))`,
      [owner.workspaceId, pattern],
    );
    return rows[0]?.count as number;
  }
});
