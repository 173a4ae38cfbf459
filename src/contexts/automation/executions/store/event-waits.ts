import {
  conditionsHold,
  type EventConditions,
  evaluateCondition,
  metered,
  WorkLimitError,
  WorkMeter,
  workOfTrigger,
} from '../../../../engine/index.js';
import { type EventFilter, nodeTypes } from '../../../../nodes/index.js';
import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import { storableJson } from '../../../../platform/database/storable-json.js';
import type { PublicEvent } from '../../../../platform/events/index.js';
import type { StepRecord } from './execution-record.js';
import { raiseSignalsSql } from './raise-signals.sql.js';

/** A step's wait for an event of one type, as a checkpoint writes it; see table `event_waits`. */
export interface StoredWait {
  stepId: string;
  eventType: string;
  key: string;
  match: Readonly<Record<string, unknown>>;
  conditions: EventConditions | null;
  handle: string;
  outputAs: string | null;
  lookbackSeconds: number | null;
}

/** A wait that an event may end. */
export interface FoundWait extends Omit<StoredWait, 'eventType' | 'key' | 'lookbackSeconds'> {
  executionId: string;
}

/** A wait of table `event_waits`, with the alias `w`, as a FoundWait. */
export const foundWaitSql = `json_build_object('executionId', w.execution_id, 'stepId', w.step_id, 'match', w.match,
  'conditions', w.conditions, 'handle', w.handle, 'outputAs', w.output_as)`;

/** The node types whose steps wait for events. */
const listeningTypes = new Set(nodeTypes.filter(({ waitsForEvents }) => waitsForEvents).map(({ type }) => type));

/** Paths by which waits are indexed. The other conditions of a wait are compared one by one. */
const keyPaths = [
  'key',
  'data.id',
  'data.contactId',
  'data.conversationId',
  'data.opportunityId',
  'data.pipelineId',
  'conversation.contactId',
];
const longestKey = 200;

function storedWaits(stepId: string, filter: EventFilter): StoredWait[] {
  const { types, match, conditions = null, lookbackSeconds = null, handle, as: outputAs = null } = filter;
  const path = keyPaths.find((one) => Object.hasOwn(match, one) && keyOf(one, match[one]) !== null);
  const key = (path && keyOf(path, match[path])) ?? '';
  return types.map((eventType) => ({ stepId, eventType, key, match, conditions, handle, outputAs, lookbackSeconds }));
}

/** The changes in the table of waits that a checkpoint of these steps makes; null for none. */
export function eventWaitsOf(steps: readonly StepRecord[]): {
  addedWaits: StoredWait[] | null;
  removedWaits: string[] | null;
} {
  const addedWaits: StoredWait[] = [];
  const removedWaits: string[] = [];
  for (const { id, nodeType, status, wants } of steps) {
    if (!listeningTypes.has(nodeType)) continue;
    // A step that waits for its next attempt accepts no event until that begins.
    if (wants && (status === 'running' || status === 'waiting')) addedWaits.push(...storedWaits(id, wants));
    else removedWaits.push(id);
  }
  return {
    addedWaits: addedWaits.length > 0 ? addedWaits : null,
    removedWaits: removedWaits.length > 0 ? removedWaits : null,
  };
}

/** The keys of the waits that this event can match. */
export function keysOf(event: Pick<PublicEvent, 'data' | 'key' | 'conversation'>): string[] {
  return ['', ...keyPaths.flatMap((path) => keyOf(path, valueAt(event, path)) ?? [])];
}

// Only values that are equal exactly when their texts are: 1 and '1.0' are one value, but two keys.
function keyOf(path: string, value: unknown): string | null {
  const isName = typeof value === 'string' && value.length <= longestKey && /[a-z]/i.test(value) && !/\s/.test(value);
  return isName ? `${path}=${value}` : null;
}

type Verdict = 'met' | 'unmet' | 'overworked';

/**
 * Compares an event with many waits. Its lists and objects are written as text once, not for each. The conditions of a wait, and
 * those of all waits together, may do as little work as those of triggers.
 */
function judgeOf(event: PublicEvent): (wait: FoundWait) => Verdict {
  const known = new Map<string, unknown>();
  const read = (path: string) => {
    if (!known.has(path)) known.set(path, comparable(valueAt(event, path)));
    return known.get(path);
  };
  const ofAll = new WorkMeter(workOfTrigger.event);
  const at = new Date(event.timestamp);
  return ({ match, conditions }) => {
    const isEqual = ([path, right]: [string, unknown]) =>
      evaluateCondition({ left: read(path), operator: 'eq', right });
    if (!Object.entries(match).every(isEqual)) return 'unmet';
    if (conditions === null) return 'met';
    try {
      const ofWait = new WorkMeter(workOfTrigger.flow, ofAll);
      return metered(ofWait, () => conditionsHold(conditions, event, at)) ? 'met' : 'unmet';
    } catch (error) {
      if (error instanceof WorkLimitError) return 'overworked';
      throw error;
    }
  };
}

/** Whether an event ends a wait. Its conditions are not met where they need too much work. */
export function endsWait(event: PublicEvent, wait: FoundWait): boolean {
  return judgeOf(event)(wait) === 'met';
}

function comparable(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

function valueAt(event: object, path: string): unknown {
  let value: unknown = event;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** What an event did to the waits that it may end. */
export interface Woken {
  /** The executions whose waits it ends. */
  wokenIds: string[];
  /** Waits that it does not end because their conditions need too much work. */
  overworked: FoundWait[];
}

/**
 * Continues the steps that wait for this event, in the transaction that publishes it. Like `signalStep`, for many at
 * once; executions are locked in one order, so that two events cannot deadlock.
 */
export async function wakeWaits(sql: Sql, event: PublicEvent, found: readonly FoundWait[]): Promise<Woken> {
  const { met: waits = [], overworked = [] } = Object.groupBy(found, judgeOf(event));
  const rows = waits.map(({ executionId, stepId, handle, outputAs }) => ({
    executionId,
    stepId,
    signal: { handle, output: outputOf(event, outputAs) },
  }));
  if (rows.length > 0) await sql.query(statement(wakeSql, [event.workspaceId, storableJson(rows)]));
  return { wokenIds: [...new Set(waits.map(({ executionId }) => executionId))], overworked };
}

function outputOf(event: PublicEvent, outputAs: string | null): unknown {
  if (outputAs === null) return event;
  return outputAs === '' ? event.data : { [outputAs]: event.data };
}

// Many rows of several tables, under locks.
const wakeSql = `/* wake_event_waits */
with input as (
  select * from json_to_recordset($2::json) as i("executionId" uuid, "stepId" uuid, "signal" json)
), runs as (
  select execution_id as id, signals from execution_claims
  where workspace_id = $1 and execution_id in (select "executionId" from input) and not ended
  order by execution_id for update
), steps as (
  update execution_steps s
  set signal = i."signal"::jsonb || jsonb_build_object('seq', r.signals + 1, 'attempt', s.attempt)
  from input i join runs r on r.id = i."executionId"
  where s.workspace_id = $1 and s.execution_id = r.id and s.id = i."stepId" and s.status in ('running', 'waiting')
    -- The first event counts; what an attempt heard that failed since is no answer to this one.
    and (s.signal is null or (s.signal ->> 'attempt')::integer <> s.attempt)
    and (s.resume_at is null or s.resume_at > clock_timestamp())
  returning s.execution_id
), over as (
  delete from event_waits w using input i
  where w.workspace_id = $1 and w.execution_id = i."executionId" and w.step_id = i."stepId"
), woken as (
  ${raiseSignalsSql('$1', 'in (select execution_id from steps)')}
)
select 'execution_signalled:' || id || case when is_ready then ' executions_ready' else '' end as notifies from woken`;
