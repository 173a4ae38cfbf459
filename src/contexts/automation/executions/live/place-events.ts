import type { EngineError, StepStatus } from '../../../../engine/step.js';
import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import { shareChecks } from '../../../../platform/graphql/event-access.js';
import { type Cursor, formatCursor } from '../store/event-cursor.js';
import { type EventNumber, endOfRow, formatEventId, type RowKey } from '../store/event-position.js';
import type { Execution, ExecutionEvent } from '../store/execution.object.js';
import { allExecutionFields, selectExecution } from '../store/execution-columns.js';
import { showLargeValues, type ValueReading } from '../store/show-large-values.js';
import type { Step } from '../store/step.object.js';
import { selectStep } from '../store/step-columns.js';

type StoredStep = Step & { executionId: string; path: string };

/** A row of the log, as `eventRowJson` returns it. */
export interface EventRow {
  workspaceId: string;
  executionId: string;
  flowId: string;
  place: string;
  fence: number;
  n: number;
  /** Seconds since 1970. */
  at: number;
  steps: StepChange[];
  execution: { status: Execution['status']; phase: string };
  /** Of what its events contain. */
  bytes: number;
}

interface StepChange {
  nodeId: string;
  iteration: string;
  status: StepStatus;
  attempt: number;
  error?: EngineError;
}

type Content = Pick<ExecutionEvent, 'execution'> & { step: Step | null };

/** From which epoch and batch of a feed a row was read; from none if it was read from the log of its execution. */
export type Origin = Pick<Cursor, 'epoch' | 'batch'> & {
  /** What its events share, if they were read together for all subscribers. */
  read?: object;
};

/** An event with its position and what it belongs to. */
export class PlacedEvent {
  #ofFeed: ExecutionEvent | undefined;
  #ofFeedWhole: ExecutionEvent | undefined;
  #ofExecution: ExecutionEvent | undefined;

  constructor(
    readonly row: EventRow,
    readonly at: EventNumber,
    readonly bytes: number,
    readonly content: Content,
    readonly from: Origin,
  ) {}

  get cursor(): Cursor {
    const { executionId, place, at } = this.row;
    const { epoch, batch } = this.from;
    return { epoch, batch, at, place: BigInt(place), executionId, number: this.at };
  }

  get #id(): string {
    return formatEventId(this.row.executionId, this.at);
  }

  /** For subscribers of its workspace or flow: the same object for all, so that what is derived from it can be shared. */
  get ofFeed(): ExecutionEvent {
    this.#ofFeed ??= this.#checkedAtRead({
      id: this.#id,
      cursor: formatCursor(this.cursor),
      ...this.#contentAtPosition(),
    });
    return this.#ofFeed;
  }

  /** The same without its step. */
  get ofFeedWhole(): ExecutionEvent {
    this.#ofFeedWhole ??= this.#checkedAtRead({ ...this.ofFeed, step: null });
    return this.#ofFeedWhole;
  }

  /** For subscribers of its execution: its cursor is the same however it was read. */
  get ofExecution(): ExecutionEvent {
    const cursor = () => formatCursor({ ...this.cursor, batch: null });
    this.#ofExecution ??= this.#checkedAtRead({ id: this.#id, cursor: cursor(), ...this.#contentAtPosition() });
    return this.#ofExecution;
  }

  /** The rights of subscribers were checked while the contents were read. */
  #checkedAtRead(event: ExecutionEvent): ExecutionEvent {
    if (this.from.read) shareChecks(event, this.from.read);
    return event;
  }

  /** The execution knows the position at which it was as it is shown. */
  #contentAtPosition(): Content {
    const { at, place, fence, n } = this.row;
    const cursor = { epoch: this.from.epoch, at, place, fence, n, index: this.at.index };
    return { ...this.content, execution: Object.assign({}, this.content.execution, { cursor }) };
  }
}

export function keyOf({ place, executionId, fence, n }: EventRow): RowKey {
  return { place: BigInt(place), executionId, fence, n };
}

/** Converts rows of the log to events, with their executions and steps. Rows of deleted executions yield none. */
export async function placeEvents(
  reader: ValueReading,
  rows: readonly { row: EventRow; from: Origin }[],
): Promise<PlacedEvent[]> {
  if (rows.length === 0) return [];
  const all = rows.map(({ row }) => row);
  const { sql } = reader;
  const [executions, steps] = await Promise.all([readExecutions(sql, all), readChangedSteps(sql, all)]);
  const workspaceOf = (id: string) => executions.get(id)?.workspaceId ?? '';
  await showLargeValues(reader, [...executions.values()], ({ id }) => workspaceOf(id));
  await showLargeValues(reader, [...steps.values()], ({ executionId }) => workspaceOf(executionId));
  return rows.flatMap(({ row, from }) => {
    const execution = executions.get(row.executionId);
    const parts = execution ? expand(row, execution, steps) : [];
    return parts.map(
      ([index, content]) =>
        new PlacedEvent(row, { fence: row.fence, n: row.n, index }, row.bytes / parts.length, content, from),
    );
  });
}

/** One event for each changed step; one more, without a step, if the execution ended or nothing else changed. */
function expand(
  row: EventRow,
  stored: Execution,
  steps: ReadonlyMap<string, Step>,
): (readonly [index: number, content: Content])[] {
  const ended = row.execution.status !== 'running';
  const running = {
    ...stored,
    status: 'running',
    phase: row.execution.phase === 'waiting' ? 'waiting' : 'active',
    output: null,
    error: null,
    finishedAt: null,
    durationMs: null,
  } as Execution;
  const changes = row.steps.flatMap((change, index) => {
    const step = steps.get(stepKey(row.executionId, change));
    return step ? [[index, { execution: running, step: asOf(step, change) }] as const] : [];
  });
  const whole = (execution: Execution) =>
    [endOfRow, { execution: Object.assign({}, execution, row.execution), step: null }] as const;
  if (ended) return [...changes, whole(stored)];
  return changes.length > 0 ? changes : [whole(running)];
}

/** A step as it was at a change, without its later values. */
function asOf(step: Step, change: StepChange): Step {
  const then = {
    ...step,
    status: change.status as Step['status'],
    attempt: change.attempt,
    error: change.error ?? null,
  };
  const open = change.status === 'running' || change.status === 'waiting';
  const attempts = step.attempts.filter(({ attempt }) => attempt <= change.attempt);
  return open
    ? { ...then, attempts, output: null, logs: [], finishedAt: null, durationMs: null, handle: null }
    : { ...then, attempts, resumeAt: null };
}

// Both as text: they are a part of each read of the feed, with the columns of the API.

async function readExecutions(sql: Sql, rows: readonly EventRow[]): Promise<Map<string, Execution>> {
  const text = `/* read_event_executions */ select ${selectExecution(allExecutionFields).columns} from executions e
    where e.workspace_id = any($1::uuid[]) and e.id = any($2::uuid[])`;
  const values = [unique(rows.map(({ workspaceId }) => workspaceId)), unique(rows.map((row) => row.executionId))];
  const found = await sql.query<Execution>(statement(text, values));
  return new Map(found.rows.map((row) => [row.id, row]));
}

async function readChangedSteps(sql: Sql, rows: readonly EventRow[]): Promise<Map<string, StoredStep>> {
  const changes = rows.flatMap(({ executionId, steps }) => steps.map((change) => ({ executionId, ...change })));
  if (changes.length === 0) return new Map();
  const text = `/* read_event_steps */ select ${selectStep(allExecutionFields).columns}, s.iteration as "path"
    from unnest($2::uuid[], $3::text[], $4::text[]) as k(execution_id, node_id, iteration)
    join execution_steps s on s.workspace_id = any($1::uuid[]) and s.execution_id = k.execution_id
      and s.node_id = k.node_id and s.iteration = k.iteration`;
  const values = [
    unique(rows.map(({ workspaceId }) => workspaceId)),
    changes.map((change) => change.executionId),
    changes.map((change) => change.nodeId),
    changes.map((change) => change.iteration),
  ];
  const found = await sql.query<Step & { executionId: string; path: string }>(statement(text, values));
  return new Map(
    found.rows.map((step) => [stepKey(step.executionId, { nodeId: step.nodeId, iteration: step.path }), step]),
  );
}

function unique(values: string[]): string[] {
  return [...new Set(values)];
}

function stepKey(executionId: string, { nodeId, iteration }: { nodeId: string; iteration: string }): string {
  return `${executionId} ${iteration} ${nodeId}`;
}
