import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { largeFlow } from '../create-flow/create-flow.js';
import { type Contender, compareRequests } from '../harness/compare.js';
import { asAdmin, type BenchFixture, freePort } from '../harness/fixture.js';
import { libraryOf, nestedQuery, type ReadsLibrary } from '../reads/reads.js';
import { installPeer, peersFolder, peerVersions } from './install-peer.js';
import { type RunningPeer, startPeer } from './start-peer.js';

const name = `PostGraphile ${peerVersions.postgraphile}`;

/** W2's query in the schema that PostGraphile generates from the same tables. */
const generatedQuery = `query Nested($id: UUID!) {
  allFlows(condition: { workspaceId: $id }, first: 20, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) {
    nodes {
      id: rowId name
      folder { id: rowId name }
      executions(first: 5, orderBy: [ROW_ID_DESC]) {
        nodes {
          id: rowId status
          steps { nodes { nodeId status } }
        }
      }
    }
    totalCount
  }
}`;

const published = ['flows', 'flow_versions', 'flow_folders', 'executions', 'execution_steps'];

const createMutation = `mutation ($workspaceId: UUID!, $flow: JSON!) {
  createWholeFlow(input: { workspace: $workspaceId, flow: $flow }) { result { id: rowId name version createdAt } }
}`;

/**
 * W2 and W4 beside PostGraphile: its schema over the same tables, with a role that may read and write all rows. The relations
 * that the tables do not declare as foreign keys are declared in comments; a function stores a flow with its version.
 */
export async function benchPostgraphile(fixture: BenchFixture): Promise<string> {
  const missing = await installPeer('postgraphile');
  if (missing) return missing;
  const library = await libraryOf(fixture);
  await prepareDatabase(library);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/graphql`;
  const peer = await start(library, port, url);
  try {
    const read = await compareReads(fixture, library, { peer, url });
    return `${read}\n\n${await compareWrites(fixture, library, { peer, url })}`;
  } finally {
    await peer.stop();
  }
}

async function prepareDatabase({ database }: ReadsLibrary): Promise<void> {
  await asAdmin(database.adminUrl, [
    `create role bench_peer login bypassrls password 'bench_peer'`,
    'grant usage on schema public to bench_peer',
    'grant select, insert, update on all tables in schema public to bench_peer',
    // Its schema has the fields of these tables only.
    `do $$ declare other record; begin
       for other in select oid::regclass as name, case relkind when 'v' then 'view' else 'table' end as kind from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
           and relname not in (${published.map((table) => `'${table}'`).join(', ')}) loop
         execute format('comment on %s %s is ''@behavior -*''', other.kind, other.name);
       end loop;
     end $$`,
    `comment on constraint flows_workspace_id_folder_id_fkey on flows is '@fieldName folder'`,
    `comment on table executions is e'@foreignKey (workspace_id, flow_id) references flows (workspace_id, id)|@fieldName flow|@foreignFieldName executions'`,
    `comment on table execution_steps is e'@foreignKey (workspace_id, execution_id) references executions (workspace_id, id)|@fieldName execution|@foreignFieldName steps'`,
    `create function create_whole_flow(workspace uuid, flow json) returns flows language sql volatile as $$
       with stored as (
         insert into flows (workspace_id, name, description, settings, tags)
         values (workspace, flow ->> 'name', flow ->> 'description', flow -> 'settings',
           array(select json_array_elements_text(flow -> 'tags')))
         returning *
       ), version as (
         insert into flow_versions (workspace_id, flow_id, version, name, description, nodes, edges, variables, settings, tags, created_at)
         select s.workspace_id, s.id, 1, s.name, s.description, flow -> 'nodes', flow -> 'edges', '[]', s.settings, s.tags, s.created_at
         from stored s
       )
       select * from stored $$`,
  ]);
}

async function start({ database }: ReadsLibrary, port: number, url: string): Promise<RunningPeer> {
  const connection = new URL(database.url);
  connection.username = 'bench_peer';
  connection.password = 'bench_peer';
  const config = join(peersFolder, 'graphile.config.mjs');
  writeFileSync(
    config,
    `import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { makePgService } from 'postgraphile/adaptors/pg';
export default {
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString: ${JSON.stringify(connection.href)}, schemas: ['public'], poolConfig: { max: 20 } })],
  grafserv: { host: '127.0.0.1', port: ${port}, graphqlPath: '/graphql' },
};
`,
  );
  return startPeer(['node_modules/postgraphile/dist/cli-run.js', '--config', config], {
    url,
    body: '{"query":"{ __typename }"}',
  });
}

interface Started {
  peer: RunningPeer;
  url: string;
}

async function compareReads(fixture: BenchFixture, library: ReadsLibrary, { peer, url }: Started): Promise<string> {
  const { workspaceId: id, headers } = library;
  const ask = (query: string) => JSON.stringify({ query, variables: { id } });
  const contenders: Contender[] = [
    ...library.servers.map(
      (server): Contender => ({
        name: server.name,
        pid: server.pid,
        request: { method: 'POST', url: `${server.url}/graphql`, headers, body: ask(nestedQuery), status: 200 },
      }),
    ),
    { name, pid: peer.pid, request: { method: 'POST', url, body: ask(generatedQuery), status: 200 } },
  ];
  const counts = await Promise.all(contenders.map(countRecords));
  if (new Set(counts).size > 1) throw new Error(`The answers have different records: ${counts.join(' and ')}.`);
  return compareRequests(fixture, 'W2 nested GraphQL, peers', contenders, 'server');
}

/** The numbers of IDs and of steps in an answer. */
async function countRecords({ request }: Contender): Promise<string> {
  const headers = { 'content-type': 'application/json', ...request.headers };
  const response = await fetch(request.url, { method: request.method, headers, body: request.body ?? '' });
  const text = await response.text();
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  if (count(/"errors"/g) > 0) throw new Error(text.slice(0, 1_000));
  return `${count(/"id":/g)} IDs, ${count(/"nodeId":/g)} steps, ${/"total(?:Count)?":\d+/.exec(text)?.[0].replace('Count', '')}`;
}

async function compareWrites(fixture: BenchFixture, library: ReadsLibrary, { peer, url }: Started): Promise<string> {
  const flow = largeFlow();
  const { workspaceId, headers } = library;
  const contenders: Contender[] = [
    ...library.servers.map(
      (server): Contender => ({
        name: server.name,
        pid: server.pid,
        request: {
          method: 'POST',
          url: `${server.url}/workspaces/${workspaceId}/flows`,
          headers,
          body: JSON.stringify(flow),
          status: 201,
        },
      }),
    ),
    {
      name,
      pid: peer.pid,
      request: {
        method: 'POST',
        url,
        status: 200,
        body: JSON.stringify({ query: createMutation, variables: { workspaceId, flow } }),
      },
    },
  ];
  for (const contender of contenders.slice(-1)) await countRecords(contender);
  return compareRequests(fixture, 'W4 create a flow, peers', contenders, 'server');
}
