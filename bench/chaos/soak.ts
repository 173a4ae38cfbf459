import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { table } from '../harness/figures.js';
import { memoryMb } from '../harness/meters.js';
import { type Load, postEvenly } from './load.js';
import type { ChaosFleet } from './processes.js';

/** The share of the time after which memory counts: before, code is compiled and caches fill. */
const warmUp = 0.2;
const samples = 180;

/**
 * Starts executions at a steady rate, and shows whether anything grows with time: memory of each process, dead rows, and
 * bytes per row.
 */
export async function soak(
  { fleet, sql, load }: { fleet: ChaosFleet; sql: pg.Pool; load: Load },
  { minutes, perSecond }: { minutes: number; perSecond: number },
): Promise<string> {
  const began = Date.now();
  const endsAt = began + minutes * 60_000;
  const memory = new Map<string, [number, number][]>(fleet.processes().map(({ name }) => [name, []]));
  const posting = postEvenly(load, perSecond, () => Date.now() < endsAt);
  let half: TableSize[] | null = null;
  for (; Date.now() < endsAt; await delay((minutes * 60_000) / samples)) {
    if (Date.now() > began + (endsAt - began) / 2) half ??= await tableSizes(sql);
    if (Date.now() < began + (endsAt - began) * warmUp) continue;
    for (const { name, pid } of fleet.processes()) {
      memory.get(name)?.push([(Date.now() - began) / 3_600_000, memoryMb(pid)]);
    }
  }
  await posting;
  return `${memoryTable(memory)}\n\n${sizeTable(half ?? [], await tableSizes(sql))}`;
}

function memoryTable(memory: ReadonlyMap<string, [number, number][]>): string {
  const rows = [...memory].map(([name, points]) => {
    const values = points.map(([, mb]) => mb);
    return [name, values[0] ?? Number.NaN, values.at(-1) ?? Number.NaN, Math.max(...values), slope(points).toFixed(1)];
  });
  return table(['Soak: memory', 'RSS MB after warm-up', 'at the end', 'peak', 'MB per hour'], rows);
}

/** The slope of the line with the least squares. */
function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x0, y0] = [mean(0), mean(1)];
  const covariance = points.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0);
  return covariance / points.reduce((sum, [x]) => sum + (x - x0) ** 2, 0);
}

interface TableSize {
  name: string;
  live: number;
  dead: number;
  tableBytes: number;
  indexBytes: number;
  updates: number;
  hot: number;
}

/** Partitions count as their table. */
async function tableSizes(sql: pg.Pool): Promise<TableSize[]> {
  const { rows } = await sql.query<TableSize>(
    `select coalesce(pg_partition_root(relid), relid)::regclass::text as name, sum(n_live_tup)::float8 as live,
       sum(n_dead_tup)::float8 as dead, sum(pg_table_size(relid))::float8 as "tableBytes",
       sum(pg_indexes_size(relid))::float8 as "indexBytes", sum(n_tup_upd)::float8 as updates,
       sum(n_tup_hot_upd)::float8 as hot
     from pg_stat_user_tables group by 1 having sum(n_tup_ins + n_tup_upd) > 100 order by sum(pg_total_relation_size(relid)) desc`,
  );
  return rows;
}

function sizeTable(half: readonly TableSize[], end: readonly TableSize[]): string {
  const perRow = (bytes: number | undefined, live: number | undefined) =>
    bytes === undefined || !live ? Number.NaN : bytes / live;
  const rows = end.map(({ name, live, dead, tableBytes, indexBytes, updates, hot }) => {
    const before = half.find((one) => one.name === name);
    return [
      name,
      String(live),
      String(dead),
      perRow(before?.tableBytes, before?.live),
      perRow(tableBytes, live),
      perRow(before?.indexBytes, before?.live),
      perRow(indexBytes, live),
      updates > 0 ? hot / updates : Number.NaN,
    ];
  });
  const head = ['rows', 'dead', 'bytes a row, half time', 'end', 'index bytes a row, half time', 'end', 'HOT updates'];
  return table(['Soak: tables', ...head], rows);
}
