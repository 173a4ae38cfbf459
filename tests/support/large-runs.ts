import type { TestApp } from './app.js';
import type { Owner } from './seed.js';

/** The sizes of the values of an ended execution, in characters. */
export interface LargeRun {
  triggerData?: number;
  output?: number;
  /** The sizes of each step. */
  steps?: { input?: number; output?: number; logs?: number }[];
}

const insertRun = `insert into executions (id, workspace_id, flow_id, flow_name, flow_version, status, trigger, trigger_data,
    output, started_at, finished_at, created_at)
  values (uuidv7(), $1, $2, 'Flow', 1, 'completed', 'manual', json_build_object('text', repeat('a', $3)),
    json_build_object('text', repeat('b', $4)), now(), now(), now()) returning id`;
const insertStep = `insert into execution_steps (workspace_id, execution_id, node_id, id, node_type, name, attempt, status, input, output,
    logs, started_at, finished_at)
  values ($1, $2, $3, uuidv7(), 'data.set', 'Set', 1, 'completed', json_build_object('text', repeat('c', $4)),
    json_build_object('text', repeat('d', $5)), json_build_array(json_build_object('at', now(), 'level', 'info',
    'message', repeat('e', $6))), now(), now())`;

/** Inserts an execution as its journal would write it, without driving it, which would take long. */
export async function insertLargeRun(
  { services: { db } }: TestApp,
  { workspaceId }: Owner,
  flowId: string,
  { triggerData = 0, output = 0, steps = [] }: LargeRun,
): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>(insertRun, [workspaceId, flowId, triggerData, output]);
  const id = rows[0]?.id as string;
  for (const [index, step] of steps.entries()) {
    const sizes = [step.input ?? 0, step.output ?? 0, step.logs ?? 0];
    await db.pool.query(insertStep, [workspaceId, id, `n${index}`, ...sizes]);
  }
  return id;
}
