import { countFailures, parkSteps } from './checkpoint-holds.sql.js';
import { settleOperations } from './checkpoint-operations.sql.js';
import {
  announceCompletions,
  endExecutions,
  endHolds,
  passOnSlots,
  recordFailures,
  releaseClaims,
  reportLines,
} from './checkpoint-releases.sql.js';
import { advanceLoops, appendEvents, storeSteps } from './checkpoint-steps.sql.js';
import type { Transition } from './checkpoint-transition.js';
import { announceApprovals, changeEventWaits } from './checkpoint-waits.sql.js';

/**
 * Kinds of checkpoints, each able to write all that the ones before it can: most write steps only, or release an execution
 * as well.
 *
 * One statement with all transitions for every checkpoint was rejected: Postgres builds the plan tree at each execution, and
 * locks and initialises every table, index and node once for each partition. A batch without rows took 480 µs of its processor
 * time, 80 with steps and events only; an execution of five steps, in batches of ten, 0.81 instead of 0.57 ms, alone 5.3 instead
 * of 3.1. Rejected as well: functions in the database (the columns of statements would stand in migrations), several
 * statements in a transaction (a round trip for each), and batches of one kind each (smaller, thus more commits).
 */
export const checkpointKinds = ['steps', 'releases', 'everything', 'operations'] as const;
export type CheckpointKind = (typeof checkpointKinds)[number];

const steps = [storeSteps, appendEvents];
const releases = [...steps, endExecutions, releaseClaims, announceCompletions];
const everything = [
  ...releases,
  advanceLoops,
  changeEventWaits,
  parkSteps,
  countFailures,
  announceApprovals,
  recordFailures,
  endHolds,
  passOnSlots,
];

const transitions: Record<CheckpointKind, readonly Transition[]> = {
  steps,
  releases: [...releases, reportLines],
  everything,
  operations: [...everything, settleOperations],
};

/**
 * Hot: what all executions write. $1: checkpoints as JSON, $2: the worker, if slots are passed on. The claim rows are locked,
 * in the order of their IDs, and their fences compared: only executions that pass are changed. Returns one row: the IDs that
 * passed, and what the transitions report.
 *
 * Each claim row is looked up on its own, by the key, in the order of the input. A join, planned while the table was empty,
 * was a sequential scan that was kept when it had grown.
 */
function checkpointSql(kind: CheckpointKind): string {
  const parts = transitions[kind];
  const reads = Object.entries(Object.assign({}, ...parts.map((part) => part.reads)) as Record<string, string>);
  const locks = parts.flatMap((part) => part.locksBefore ?? []);
  const columns = [
    ...reads.map(([name]) => `r."${name}" as ${columnName(name)}`),
    ...parts.flatMap((part) => part.computes ?? []),
  ];
  const ctes = [...locks.map((lock) => lock.ctes), held(columns, locks), ...parts.flatMap((part) => part.writes ?? [])];
  const results = ['(select array_agg(id) from held) as held', ...parts.flatMap((part) => part.reports ?? [])];
  return `/* checkpoint_${kind} */
with input as (
  select * from json_to_recordset($1::json) as r(
    "id" uuid, "workspaceId" uuid, "flowId" uuid, "fence" integer, "n" integer,
    ${reads.map(([name, type]) => `"${name}" ${type}`).join(', ')})
), ${ctes.join(', ')}
select ${results.join(',\n  ')}`;
}

const held = (columns: readonly string[], locks: readonly { condition: string }[]) => `held as materialized (
  select c.workspace_id, c.execution_id as id, c.fence, r."n" as n, r."flowId" as flow_id,
    ${columns.join(',\n    ')}
  from input r cross join lateral (
    select * from execution_claims c where c.workspace_id = r."workspaceId" and c.execution_id = r."id" offset 0 for update
  ) c
  where ${['c.fence = r."fence"', 'not c.ended', ...locks.map((lock) => lock.condition)].join(' and ')}
)`;

const columnName = (property: string) => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The statement of each kind. */
export const checkpointStatements = Object.fromEntries(
  checkpointKinds.map((kind) => [kind, { name: `checkpoint_${kind}`, text: checkpointSql(kind) }]),
) as Record<CheckpointKind, { name: string; text: string }>;
