import { measureDatabase } from '../flow-runs/database-cost.js';
import { createTenant } from '../harness/client.js';
import { type Contender, compareRequests } from '../harness/compare.js';
import { type FigureRow, table } from '../harness/figures.js';
import { type BenchFixture, type FixtureDatabase, startApis } from '../harness/fixture.js';
import { flowCount, seedFlows } from '../reads/seed-flows.js';

const query = `query Page($id: ID!) {
  workspace(id: $id) {
    flows(limit: 20) {
      items { id name isActive tags updatedAt folder { id name } lastExecution { id status startedAt durationMs } }
      pagination { total }
    }
  }
}`;

const sizes = [2_000, 20_000, 200_000];

interface Page {
  data: { workspace: { flows: { items: { lastExecution: object | null }[]; pagination: { total: number } } } };
}

interface Rig {
  database: FixtureDatabase;
  contender: Contender;
}

/** W7: the list page of 5,000 flows with folder, last execution and total, beside 1, 10 and 100 times the executions. */
export async function benchFlowList(fixture: BenchFixture): Promise<string> {
  const rigs: Rig[] = [];
  for (const executions of sizes) rigs.push(await openRig(fixture, executions));
  const contenders = rigs.map(({ contender }) => contender);
  const compared = await compareRequests(fixture, 'W7 list page', contenders, '1×');
  const statements: FigureRow[] = [];
  for (const { database, contender } of rigs) {
    statements.push([contender.name, String(await statementsOf(database, contender))]);
  }
  return `${compared}\n\n${table(['W7', 'statements a request'], statements)}`;
}

async function openRig(fixture: BenchFixture, executions: number): Promise<Rig> {
  const database = await fixture.createDatabase(`flow_list_${executions}`);
  const [server] = await startApis({ ...fixture, builds: fixture.builds.slice(0, 1) }, database);
  if (!server) throw new Error('There is no build to measure.');
  const { workspaceId, apiKey } = await createTenant(server.url);
  fixture.note(`seeding ${flowCount} flows and ${executions} executions …`);
  await seedFlows(database, workspaceId, { executions, stepsEach: 1 });
  const body = JSON.stringify({ query, variables: { id: workspaceId } });
  const headers = { authorization: `Bearer ${apiKey}` };
  const contender: Contender = {
    name: `${executions} executions`,
    pid: server.pid,
    request: { method: 'POST', url: `${server.url}/graphql`, headers, body, status: 200 },
  };
  await ask(contender);
  return { database, contender };
}

/** @throws Error where the page is not whole */
async function ask({ request: { url, method, headers, body } }: Contender): Promise<void> {
  const init = { method, headers: { 'content-type': 'application/json', ...headers }, ...(body && { body }) };
  const { items, pagination } = ((await (await fetch(url, init)).json()) as Page).data.workspace.flows;
  const whole = items.length === 20 && items.every(({ lastExecution }) => lastExecution);
  if (!whole || pagination.total !== flowCount) throw new Error('The page is not what was asked for.');
}

async function statementsOf({ adminUrl }: FixtureDatabase, contender: Contender): Promise<number> {
  const requests = 20;
  const { statements } = await measureDatabase(adminUrl, async () => {
    for (let n = 0; n < requests; n++) await ask(contender);
  });
  // What the meter itself asks, and what the server does by the clock, comes once or twice.
  const calls = statements.filter((one) => one.calls >= requests).map((one) => Math.round(one.calls / requests));
  return calls.reduce((sum, each) => sum + each, 0);
}
