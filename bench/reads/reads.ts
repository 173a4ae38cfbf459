import { type Bed, type RunningServer, startApis } from '../harness/bed.js';
import { createTenant } from '../harness/client.js';
import { type Contender, compareRequests, requireSameAnswer } from '../harness/compare.js';
import type { FloorMethods } from './floor.process.js';
import { seedFlows } from './seed-flows.js';

const nestedQuery = `query Nested($id: ID!) {
  workspace(id: $id) {
    flows(limit: 20) {
      items {
        id name
        folder { id name }
        executions(limit: 5) {
          items {
            id status
            steps { nodeId status }
          }
        }
      }
      pagination { total }
    }
  }
}`;

/** What both reads stand on: made once, however many of them are asked for. */
interface Library {
  floorUrl: string;
  floorPid: number;
  servers: RunningServer[];
  workspaceId: string;
  headers: Record<string, string>;
}

const libraries = new WeakMap<Bed, Promise<Library>>();

/** W2: the 20 newest flows with their folder, their 5 latest executions, these with their steps, and the total. */
export async function benchNestedRead(bed: Bed): Promise<string> {
  const library = await libraryOf(bed);
  const body = JSON.stringify({ query: nestedQuery, variables: { id: library.workspaceId } });
  const contenders: Contender[] = [
    { ...floorOf(library), request: { method: 'GET', url: `${library.floorUrl}/nested`, status: 200 } },
    ...library.servers.map(
      ({ name, pid, url }): Contender => ({
        ...{ name, pid },
        request: { method: 'POST', url: `${url}/graphql`, headers: library.headers, body, status: 200 },
      }),
    ),
  ];
  await requireSameAnswer(contenders);
  return compareRequests(bed, 'W2 nested GraphQL', contenders);
}

/** W3: 20 active flows with their total over REST. */
export async function benchListRead(bed: Bed): Promise<string> {
  const library = await libraryOf(bed);
  const path = `/workspaces/${library.workspaceId}/flows?status=active&limit=20`;
  const contenders: Contender[] = [
    { ...floorOf(library), request: { method: 'GET', url: `${library.floorUrl}/active`, status: 200 } },
    ...library.servers.map(
      ({ name, pid, url }): Contender => ({
        ...{ name, pid },
        request: { method: 'GET', url: url + path, headers: library.headers, status: 200 },
      }),
    ),
  ];
  await requireSameAnswer(contenders);
  return compareRequests(bed, 'W3 REST list', contenders);
}

function floorOf({ floorPid }: Library) {
  return { name: 'floor', pid: floorPid };
}

function libraryOf(bed: Bed): Promise<Library> {
  const library = libraries.get(bed) ?? openLibrary(bed);
  libraries.set(bed, library);
  return library;
}

async function openLibrary(bed: Bed): Promise<Library> {
  const database = await bed.createDatabase('reads');
  const servers = await startApis(bed, database);
  const { workspaceId, apiKey } = await createTenant(servers[0]?.url ?? '');
  bed.note('seeding 5,000 flows, 200,000 executions and 1,000,000 steps …');
  await seedFlows(database, workspaceId, { executions: 200_000, stepsEach: 5 });
  const floor = bed.startChild<FloorMethods>(import.meta.resolve('./floor.process.js'));
  return {
    floorUrl: await floor.call('listen', { databaseUrl: database.url, workspaceId }),
    floorPid: floor.pid,
    servers,
    workspaceId,
    headers: { authorization: `Bearer ${apiKey}` },
  };
}
