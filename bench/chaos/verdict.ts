import type pg from 'pg';
import { percentile } from '../harness/figures.js';

/** Milliseconds in which half of the executions must end that were started during the failures. */
const medianMs = 10_000;

export interface Outcome {
  /** Executions that were accepted, and when. */
  accepted: ReadonlyMap<string, number>;
  /** Null where nothing failed. */
  lastFailureAt: number | null;
  /** The flow whose executions kill their workers; every other execution does nothing wrong. */
  guiltyFlowId: string;
  /** A flow whose executions may fail. */
  failingFlowId: string | undefined;
  /** Calls of steps that were already completed. */
  repeated: readonly string[];
  /** Calls that were interrupted and made again. */
  again: number;
  /** Processes that ended although nothing killed them. */
  ended: readonly string[];
}

/** What became of the executions, in lines, and whether it is what it must be. */
export async function judge(sql: pg.Pool, outcome: Outcome): Promise<{ lines: string[]; isGood: boolean }> {
  const { accepted, lastFailureAt, guiltyFlowId, failingFlowId, repeated, again, ended } = outcome;
  const executions = await readEnds(sql);
  const innocent = executions.filter(({ flowId }) => flowId !== guiltyFlowId && flowId !== failingFlowId);
  const guilty = executions.filter(({ flowId }) => flowId === guiltyFlowId);
  const known = new Set(executions.map(({ id }) => id));
  const lost = [...accepted.keys()].filter((id) => !known.has(id)).length;
  const stuck = executions.filter(({ status }) => status === 'running').length;
  const failed = innocent.filter(({ status }) => status !== 'completed' && status !== 'running');
  const unpunished = guilty.filter(({ code }) => code !== 'WORKERS_LOST').length;
  const isMeasured = ({ id }: End) => lastFailureAt === null || (accepted.get(id) ?? 0) < lastFailureAt;
  const under = innocent.filter(isMeasured).flatMap(({ ms }) => ms ?? []);
  const p50 = percentile(under, 0.5);
  const { rows: steps } = await sql.query<{ status: string; n: number }>(
    'select status, count(*)::int as n from execution_steps group by 1 order by 1',
  );
  const lines = [
    `executions: ${accepted.size} accepted, ${lost} lost, ${stuck} stuck`,
    `innocents failed: ${failed.length} ${JSON.stringify(countBy(failed, ({ code, status }) => code ?? status))}`,
    `guilty: ${guilty.length}, of which ${unpunished} were not ended with WORKERS_LOST`,
    `steps: ${JSON.stringify(steps)}; ${again} interrupted calls made again, ${repeated.length} completed steps repeated`,
    `duration of an execution${lastFailureAt ? ' under failures' : ''}: p50 ${p50.toFixed(0)} ms (at most ${medianMs}), p99 ${percentile(under, 0.99).toFixed(0)} ms`,
    `processes that ended unexpectedly: ${ended.length}`,
    ...ended,
  ];
  const bad = lost + stuck + failed.length + unpunished + repeated.length + ended.length;
  return { lines, isGood: bad === 0 && p50 < medianMs };
}

interface End {
  id: string;
  flowId: string;
  status: string;
  code: string | null;
  /** From acceptance to end; null while it runs. */
  ms: number | null;
}

async function readEnds(sql: pg.Pool): Promise<End[]> {
  const { rows } = await sql.query<End>(
    `select id, flow_id as "flowId", status, error ->> 'code' as code,
       extract(epoch from finished_at - created_at)::float8 * 1000 as ms from executions`,
  );
  return rows;
}

function countBy<T>(list: readonly T[], key: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of list) counts[key(item)] = (counts[key(item)] ?? 0) + 1;
  return counts;
}
