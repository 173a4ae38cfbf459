import pg from 'pg';
import { createTenant } from '../harness/client.js';
import { type Contender, compareRequests } from '../harness/compare.js';
import { type BenchFixture, startApis } from '../harness/fixture.js';
import type { CreateFlowBaselineMethods } from './baseline.process.js';

/** W4: create a flow of 20 nodes and 25 edges over REST. */
export async function benchCreateFlow(fixture: BenchFixture): Promise<string> {
  const database = await fixture.createDatabase('create_flow');
  const servers = await startApis(fixture, database);
  const { workspaceId, apiKey } = await createTenant(servers[0]?.url ?? '');
  const baseline = fixture.startChild<CreateFlowBaselineMethods>(import.meta.resolve('./baseline.process.js'));
  const baselineUrl = await baseline.call('listen', { databaseUrl: database.url, workspaceId });
  const body = JSON.stringify(largeFlow());
  const check = flowCounter(database.url, workspaceId);
  const contenders: Contender[] = [
    {
      name: 'baseline',
      pid: baseline.pid,
      check,
      request: { method: 'POST', url: `${baselineUrl}/flows`, body, status: 201 },
    },
    ...servers.map(
      ({ name, pid, url }): Contender => ({
        name,
        pid,
        check,
        request: {
          method: 'POST',
          url: `${url}/workspaces/${workspaceId}/flows`,
          headers: { authorization: `Bearer ${apiKey}` },
          body,
          status: 201,
        },
      }),
    ),
  ];
  return compareRequests(fixture, 'W4 create a flow', contenders);
}

/** Four rows of five steps each; rows are joined in order, and every row has one edge that skips a step. */
export function largeFlow() {
  const nodes = Array.from({ length: 20 }, (_, index) => ({
    id: `node${index}`,
    type: index === 0 ? 'trigger.manual' : 'data.set',
    position: { x: (index % 5) * 240, y: Math.floor(index / 5) * 160 },
    data: {
      label: `Step ${index}`,
      ...(index > 0 && { assignments: [{ name: `value${index}`, value: '{{triggerData.customer.name}}' }] }),
    },
  }));
  const edge = (from: number, to: number) => ({ id: `e${from}-${to}`, source: `node${from}`, target: `node${to}` });
  const chain = Array.from({ length: 19 }, (_, index) => edge(index, index + 1));
  const shortcuts = [0, 3, 6, 9, 12, 15].map((index) => edge(index, index + 2));
  return {
    name: 'A larger flow',
    description: 'Twenty nodes and twenty-five edges',
    tags: ['bench'],
    settings: { triggerType: 'manual', timeout: 300 },
    nodes,
    edges: [...chain, ...shortcuts],
  };
}

/** Compares the number of answers of one window with the new flows and versions in the database. */
function flowCounter(databaseUrl: string, workspaceId: string): (answered: number) => Promise<void> {
  let known = 0;
  return async (answered) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ flows: number }>(
      `select count(*)::integer as flows from flows f where f.workspace_id = $1 and exists (
         select from flow_versions v where v.workspace_id = f.workspace_id and v.flow_id = f.id and v.version = 1)`,
      [workspaceId],
    );
    await client.end();
    const { flows } = rows[0] as { flows: number };
    if (flows - known !== answered)
      throw new Error(`${answered} requests were answered, but ${flows - known} flows stored.`);
    known = flows;
  };
}
