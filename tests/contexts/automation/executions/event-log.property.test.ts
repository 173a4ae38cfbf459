import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type pg from 'pg';
import { createExecutionFeed } from '../../../../src/contexts/automation/executions/live/execution-feed.js';
import { followFeed } from '../../../../src/contexts/automation/executions/live/follow-executions.js';
import type { PlacedEvent } from '../../../../src/contexts/automation/executions/live/place-events.js';
import { readFeed } from '../../../../src/contexts/automation/executions/live/read-events.js';
import type { FeedPosition } from '../../../../src/contexts/automation/executions/store/event-position.js';
import { createEventLog, type EventLog, log, openTransaction, type Run } from './event-log.js';

let events: EventLog;
/** Sessions that each have an idle transaction of their own at times. */
let runs: Run[];

beforeAll(async () => {
  events = await createEventLog();
  runs = await Promise.all([0, 1, 2, 3].map(() => events.run()));
});

afterAll(() => events.close());

/** What may happen next; a number chooses the transaction or run. */
type Action = { kind: 'begin' | 'write' | 'commit' | 'rollback' | 'cancel' | 'read'; of: number };

const actions = fc.array(
  fc.record({
    kind: fc.constantFrom<Action['kind'][]>(
      'begin',
      'begin',
      'write',
      'write',
      'commit',
      'rollback',
      'cancel',
      'read',
      'read',
    ),
    of: fc.nat({ max: 11 }),
  }),
  { minLength: 5, maxLength: 40 },
);

interface Open {
  sql: pg.PoolClient;
  /** The run that it has written, and so locked: its writes are ordered as in the log. */
  run: number | null;
}

/** Writers that lock a run before they write of it, like checkpoints and cancellations. */
class Writers {
  readonly open: Open[] = [];
  readonly #numbers = new Map<number, number>();
  written: string[] = [];
  readonly #pending = new Map<Open, string[]>();

  async act({ kind, of }: Action): Promise<void> {
    if (kind === 'begin' && this.open.length < 5)
      this.open.push({ sql: (await openTransaction(events)).sql, run: null });
    const one = this.open[of % Math.max(this.open.length, 1)];
    if (!one) return;
    if (kind === 'write' || kind === 'cancel') await this.#write(one, of % runs.length);
    if (kind === 'commit' || kind === 'rollback') await this.#end(one, kind);
  }

  async endAll(): Promise<void> {
    while (this.open[0]) await this.#end(this.open[0], 'commit');
  }

  async #write(one: Open, run: number): Promise<void> {
    const isLocked = this.open.some((other) => other !== one && other.run === run);
    if (isLocked || (one.run !== null && one.run !== run)) return;
    one.run = run;
    const n = this.#numbers.get(run) ?? 1;
    this.#numbers.set(run, n + 1);
    const { workspaceId, executionId, flowId } = runs[run] as Run;
    await one.sql.query(
      `insert into execution_events (workspace_id, execution_id, fence, n, place, flow_id, steps, execution)
       select $1, $2, 2, $4, greatest(pg_current_xact_id(), (select place from execution_events e
         where e.workspace_id = $1 and e.execution_id = $2 order by e.fence desc, e.n desc limit 1)),
       $3, '[]', '{"status":"running","phase":"active"}'`,
      [workspaceId, executionId, flowId, n],
    );
    this.#pending.set(one, [...(this.#pending.get(one) ?? []), `${executionId} ${n}`]);
  }

  async #end(one: Open, kind: 'commit' | 'rollback'): Promise<void> {
    this.open.splice(this.open.indexOf(one), 1);
    await one.sql.query(kind);
    one.sql.release();
    if (kind === 'commit') this.written.push(...(this.#pending.get(one) ?? []));
    this.#pending.delete(one);
  }
}

const nameOf = ({ row }: PlacedEvent) => `${row.executionId} ${row.n}`;

/** Each run's events are in the order of their numbers. */
function expectOrder(seen: PlacedEvent[]): void {
  for (const own of Map.groupBy(seen, ({ row }) => row.executionId).values()) {
    const numbers = own.map(({ at }) => at.n);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  }
}

test('a reader sees each committed event once and in order, and continues exactly after each, however transactions interleave', async () => {
  const feed = createExecutionFeed(events.reader, events.listener, log);
  const topic = { workspaceId: events.workspaceId };
  const everything = { ...topic, everything: true, flowIds: [], executionIds: [] };
  const property = fc.asyncProperty(actions, fc.integer({ min: 1, max: 4 }), fc.nat(), async (list, rows, at) => {
    await events.pool.query('delete from execution_events');
    const writers = new Writers();
    const seen: PlacedEvent[] = [];
    let position: FeedPosition | null = null;
    const read = async () => {
      do {
        const next = await readFeed(events.reader, [{ ...everything, position }], { rows, bytes: 1_000_000 });
        seen.push(...next.events);
        position = next.positions[0] as FeedPosition;
      } while (position.rest);
    };
    await read();
    for (const action of list) await (action.kind === 'read' ? read() : writers.act(action));
    await writers.endAll();
    await read();
    expect(seen.map(nameOf).toSorted()).toEqual(writers.written.toSorted());
    expectOrder(seen);
    const index = at % Math.max(seen.length - 1, 1);
    const rest: string[] = [];
    const expected = seen.slice(index + 1).map(nameOf);
    if (expected.length === 0) return;
    for await (const event of followFeed({ ...events.reader, feed }, topic, (seen[index] as PlacedEvent).cursor)) {
      if (rest.push(nameOf(event)) === expected.length) break;
    }
    expect(rest).toEqual(expected);
  });
  await fc.assert(property, { numRuns: 60 });
  feed.close();
}, 120_000);
