import type { BenchFixture, FixtureDatabase } from '../harness/fixture.js';
import { asAdmin } from '../harness/fixture.js';

/**
 * The fewest tables with which an execution is durable: a row of it, and one for each step. They have the names of the
 * project's tables, so that the same statements count what is stored; the project's own are not on the search path.
 */
const leanTables = [
  'create schema lean',
  `create table lean.executions (
    id uuid primary key, workspace_id uuid not null, flow_id uuid not null, status text not null, trigger_data json,
    output json, created_at timestamptz not null, finished_at timestamptz)`,
  `create table lean.execution_steps (
    execution_id uuid not null, node_id text not null, workspace_id uuid not null, status text not null, handle text,
    input json, output json, started_at timestamptz not null, finished_at timestamptz not null,
    primary key (execution_id, node_id))`,
];

/** The rows of a run in the lean tables, in one call and one commit; the counterpart of `insertRunFunction`. */
const leanRunFunction = `create function lean.bench_run(workspace uuid, flow uuid, run uuid, steps uuid[]) returns void
language plpgsql as $$
begin
  insert into executions (id, workspace_id, flow_id, status, trigger_data, output, created_at, finished_at)
  values (run, workspace, flow, 'completed', '{"number":1,"customer":"Ada","amount":250}', '{"total":225,"message":"Ada pays 225"}', now(), now());
  insert into execution_steps (execution_id, node_id, workspace_id, status, handle, input, output, started_at, finished_at)
  select run, 'node' || n, workspace, 'completed', 'out', '{"assignments":[{"name":"customer","value":"Ada"},{"name":"amount","value":250}]}',
    '{"customer":"Ada","amount":250}', now(), now()
  from generate_series(1, 5) n;
end $$`;

/** Creates a database with the lean tables. */
export async function createLeanDatabase(fixture: BenchFixture, name: string): Promise<FixtureDatabase> {
  const database = await fixture.createDatabase(name);
  const useThem = `alter database ${name} set search_path = lean`;
  await asAdmin(database.url, [...leanTables, leanRunFunction, useThem]);
  return database;
}
