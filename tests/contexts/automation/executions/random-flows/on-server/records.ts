import type pg from 'pg';
import type { TestApp } from '../../../../../support/app.js';
import type { Owner } from '../../../../../support/seed.js';
import type { Records } from '../node-kinds/record-kinds.js';

/** Creates the records that exist before the flows run. */
export async function makeRecords(app: TestApp, { workspaceId, token }: Owner): Promise<Records> {
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await app.rest(`POST /workspaces/${workspaceId}/${path}`, { as: token, body });
    if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
    return (answer.body.data as { id: string }).id;
  };
  const email = 'shared@example.com';
  const contactId = await create('contacts', { name: 'Shared', email });
  const stages = ['first', 'offer'].map((id, order) => ({ id, name: id, order, probability: null }));
  const pipelineId = await create('pipelines', { name: 'Sales', stages });
  const opportunityId = await create('opportunities', { name: 'Shared', pipelineId, stageId: 'first', contactId });
  return { contactId, email, pipelineId, opportunityId };
}

/** How many contacts have this email address, and opportunities this name. */
export async function readRecords(pool: pg.Pool, workspaceId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ name: string; count: number }>(
    `select name, count(*)::int as count from (
       select split_part(email, '@', 1) as name from contacts where workspace_id = $1 and email is not null
       union all select name from opportunities where workspace_id = $1) records group by name`,
    [workspaceId],
  );
  return new Map(rows.map(({ name, count }) => [name, count]));
}
