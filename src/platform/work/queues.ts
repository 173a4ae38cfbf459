import type { Sql } from '../database/sql.js';
import { counter, gauge } from '../metrics/registry.js';
import { sharedForMs } from '../metrics/share-reading.js';

/** Something that waits in the database for a worker. Both are scalar SQL expressions that cost little, however much waits. */
export interface QueueReading {
  /** How many wait. */
  depth: string;
  /** Since when the first of them waits for a worker, a `timestamptz`; null if none does. */
  since: string;
}

/** No reading counts more. */
export const countedAtMost = 100_000;

const queues = new Map<string, QueueReading>();

/** Declares a queue of which metrics show the depth and the age. @param kind the value of the label `kind` */
export function queue(kind: string, reading: QueueReading): void {
  queues.set(kind, reading);
}

/** The rows of a table that a worker has to process once `column`, which has an index of its own, has passed. */
export function dueRows(table: string, column = 'due_at'): QueueReading {
  const due = `from ${table} where ${column} <= now()`;
  return { depth: countOf(due), since: `(select min(${column}) ${due})` };
}

/** How many rows there are, up to `countedAtMost`. @param rows `from` and `where` */
export function countOf(rows: string): string {
  return `(select count(*) from (select ${rows} limit ${countedAtMost}) c)`;
}

const failures = counter(
  'queue_reading_failures_total',
  'Readings of the queues that failed, most likely because the database was unavailable. The queues are missing then.',
);
const depth = gauge(
  'queue_depth',
  `What waits for a worker, by kind; up to ${countedAtMost.toLocaleString('en-US')}. All processes show the same: take the maximum.`,
  ['kind'],
  () => readQueues(),
);
const age = gauge(
  'queue_age_seconds',
  'Time for which the first of a queue has waited for a worker. All processes show the same: take the maximum.',
  ['kind'],
  () => readQueues(),
);

let source: Sql | null = null;
let shared: Promise<void> = Promise.resolve();
let readAt = Number.NEGATIVE_INFINITY;

/** Reads the queues of this database whenever the metrics are read. @returns ends that */
export function watchQueues(sql: Sql): () => void {
  source = sql;
  readAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (source === sql) source = null;
  };
}

/** Never rejects: the other metrics are shown without the database, too. */
function readQueues(): Promise<void> {
  if (source && performance.now() - readAt >= sharedForMs) {
    readAt = performance.now();
    shared = readFrom(source).catch(() => {
      failures.inc();
      depth.reset();
      age.reset();
    });
  }
  return shared;
}

interface QueueRow {
  kind: string;
  depth: number;
  age: number;
}

async function readFrom(sql: Sql): Promise<void> {
  const { rows } = await sql.query<QueueRow>({ name: 'read_queues', text: queuesSql() });
  for (const row of rows) {
    depth.set({ kind: row.kind }, row.depth);
    age.set({ kind: row.kind }, row.age);
  }
}

/** All queues by one statement, put together from what modules declare, so not typed. */
function queuesSql(): string {
  const selects = [...queues].map(
    ([kind, { depth: count, since }]) => `select '${kind}' as kind, ${count}::integer as depth,
      coalesce(greatest(extract(epoch from now() - ${since}), 0), 0)::float8 as age`,
  );
  return `/* read_queues */ ${selects.join(' union all ')}`;
}
