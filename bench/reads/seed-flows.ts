import { asAdmin, type FixtureDatabase } from '../harness/fixture.js';

export const flowCount = 5_000;
const folderCount = 50;

export interface Library {
  /** The total number, spread evenly over all flows; when it is smaller than the number of flows, the newest flows have one each. */
  executions: number;
  stepsEach: number;
}

/** Fills a workspace: 5,000 flows in 50 folders (every other one active), with their executions and steps. */
export async function seedFlows(
  { url }: FixtureDatabase,
  workspaceId: string,
  { executions, stepsEach }: Library,
): Promise<void> {
  const id = `'${workspaceId}'::uuid`;
  await asAdmin(url, [
    // After a crash the data can be seeded again.
    'set synchronous_commit = off',
    `insert into flow_folders (workspace_id, name) select ${id}, 'Folder ' || n from generate_series(1, ${folderCount}) n`,
    `insert into flows (workspace_id, id, name, description, settings, tags, folder_id, is_active, created_at, updated_at)
     select ${id}, uuidv7(at - now()), 'Flow ' || n, 'What flow ' || n || ' is for', '{"triggerType":"manual","triggerConfig":{},"timeout":300,"maxConcurrent":10}',
       array['sales', 'tag' || n % 10], f.id, n % 2 = 0, at, at
     from generate_series(1, ${flowCount}) n
     cross join lateral (select now() - make_interval(mins => ${flowCount} - n) as at) t
     join (select id, row_number() over (order by id) as place from flow_folders) f on f.place = n % ${folderCount} + 1`,
    `insert into executions (workspace_id, id, flow_id, flow_name, flow_version, status, trigger, trigger_data, output, started_at, finished_at, created_at)
     select ${id}, uuidv7(at - now()), f.id, f.name, 1, 'completed', 'manual', '{"customer":"Ada","amount":250}', '{"total":225}',
       at, at + interval '120 ms', at
     from generate_series(0, ${executions - 1}) n
     join (select id, name, row_number() over (order by id desc) as place from flows) f on f.place = n % ${flowCount} + 1
     cross join lateral (select now() - make_interval(secs => n / ${flowCount} * 60 + f.place * 0.01) as at) t
     order by at`,
    `insert into execution_steps (workspace_id, execution_id, node_id, id, node_type, name, status, handle, input, output, logs, started_at, finished_at)
     select e.workspace_id, e.id, 'node' || n, uuidv7(e.started_at - now() + make_interval(secs => n * 0.02)), 'data.set', 'Step ' || n, 'completed', 'out',
       '{"assignments":[{"name":"customer","value":"Ada"}]}', '{"customer":"Ada","amount":250}', '[]',
       e.started_at + make_interval(secs => n * 0.02), e.started_at + make_interval(secs => n * 0.02 + 0.015)
     from executions e cross join generate_series(1, ${stepsEach}) n`,
    'vacuum (analyze) flows',
    'vacuum (analyze) executions',
    'vacuum (analyze) execution_steps',
  ]);
}
