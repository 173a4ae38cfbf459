import { createTenant } from '../harness/client.js';
import { type Contender, compareRequests, requireSameAnswer } from '../harness/compare.js';
import { type BenchFixture, type FixtureDatabase, type RunningServer, startApis } from '../harness/fixture.js';
import type { ReadsBaselineMethods } from './baseline.process.js';
import { seedFlows } from './seed-flows.js';

export const nestedQuery = `query Nested($id: ID!) {
  workspace(id: $id) {
    flows(limit: 20) {
      items {
        id name
        folder { id name }
        executions(limit: 5) {
          items {
            id status
            steps: allSteps { nodeId status }
          }
        }
      }
      pagination { total }
    }
  }
}`;

/** The data of these benchmarks, created once. */
export interface ReadsLibrary {
  database: FixtureDatabase;
  baselineUrl: string;
  baselinePid: number;
  servers: RunningServer[];
  workspaceId: string;
  headers: Record<string, string>;
}

const libraries = new WeakMap<BenchFixture, Promise<ReadsLibrary>>();

/** W2: the 20 newest flows with their folder, their 5 latest executions, these with their steps, and the total. */
export async function benchNestedRead(fixture: BenchFixture): Promise<string> {
  const library = await libraryOf(fixture);
  const body = JSON.stringify({ query: nestedQuery, variables: { id: library.workspaceId } });
  const contenders: Contender[] = [
    { ...baselineOf(library), request: { method: 'GET', url: `${library.baselineUrl}/nested`, status: 200 } },
    ...library.servers.map(
      ({ name, pid, url }): Contender => ({
        name,
        pid,
        request: { method: 'POST', url: `${url}/graphql`, headers: library.headers, body, status: 200 },
      }),
    ),
  ];
  await requireSameAnswer(contenders);
  return compareRequests(fixture, 'W2 nested GraphQL', contenders);
}

/** W3: 20 active flows with their total over REST. */
export async function benchListRead(fixture: BenchFixture): Promise<string> {
  const library = await libraryOf(fixture);
  const path = `/workspaces/${library.workspaceId}/flows?status=active&limit=20`;
  const contenders: Contender[] = [
    { ...baselineOf(library), request: { method: 'GET', url: `${library.baselineUrl}/active`, status: 200 } },
    ...library.servers.map(
      ({ name, pid, url }): Contender => ({
        name,
        pid,
        request: { method: 'GET', url: url + path, headers: library.headers, status: 200 },
      }),
    ),
  ];
  await requireSameAnswer(contenders);
  return compareRequests(fixture, 'W3 REST list', contenders);
}

function baselineOf({ baselinePid }: ReadsLibrary) {
  return { name: 'baseline', pid: baselinePid };
}

export function libraryOf(fixture: BenchFixture): Promise<ReadsLibrary> {
  const library = libraries.get(fixture) ?? openLibrary(fixture);
  libraries.set(fixture, library);
  return library;
}

async function openLibrary(fixture: BenchFixture): Promise<ReadsLibrary> {
  const database = await fixture.createDatabase('reads');
  const servers = await startApis(fixture, database);
  const { workspaceId, apiKey } = await createTenant(servers[0]?.url ?? '');
  fixture.note('seeding 5,000 flows, 200,000 executions and 1,000,000 steps …');
  await seedFlows(database, workspaceId, { executions: 200_000, stepsEach: 5 });
  const baseline = fixture.startChild<ReadsBaselineMethods>(import.meta.resolve('./baseline.process.js'));
  return {
    database,
    baselineUrl: await baseline.call('listen', { databaseUrl: database.url, workspaceId }),
    baselinePid: baseline.pid,
    servers,
    workspaceId,
    headers: { authorization: `Bearer ${apiKey}` },
  };
}
