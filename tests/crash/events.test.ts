import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { type Client, Refused, register } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type Fleet, startFleet } from '../support/fleet.js';
import { graph, node } from '../support/graphs.js';
import { loggedRandom } from '../support/random.js';
import { testPool } from '../support/test-pool.js';
import { waitFor } from '../support/wait-for.js';

const roles = ['api', 'api', 'worker', 'worker'] as const;
const kills = 6;
const lanes = 6;

let database: TestDatabase;
let sql: pg.Pool;
let fleet: Fleet;
let user: Client;
let random: () => number;
let stopped = false;

beforeAll(async () => {
  random = loggedRandom('events under SIGKILL');
  database = await createTestDatabase();
  sql = testPool(database.url, { max: 2 });
  await sql.query(witness);
  fleet = await startFleet(database.url, roles);
  user = await register(() => {
    const urls = fleet.urls();
    return urls[Math.floor(random() * urls.length)] as string;
  });
});

afterAll(async () => {
  stopped = true;
  await user?.stop();
  await fleet?.stop();
  await sql.end();
  await database.drop();
});

/** What was really committed, told by the database itself: a row for each event that there should be. */
const witness = `
  create table witness (type text not null, record uuid not null, said text not null);
  create function witness_change() returns trigger language plpgsql as $$
  begin
    if tg_table_name = 'contacts' then
      if tg_op = 'INSERT' then
        insert into witness values ('contact.created', new.id, new.name || coalesce(' ' || nullif(array_to_string(new.tags, ' '), ''), ''));
      else
        insert into witness values ('contact.updated', new.id, new.name || coalesce(' ' || nullif(array_to_string(new.tags, ' '), ''), ''));
        insert into witness select 'contact.tag_added', new.id, new.name || coalesce(' ' || nullif(array_to_string(new.tags, ' '), ''), '')
          from unnest(new.tags) tag where tag <> all (old.tags);
      end if;
    elsif new.stage_id <> old.stage_id then
      insert into witness values ('opportunity.stage_changed', new.id, new.name);
    end if;
    return null;
  end $$;
  create trigger witness after insert or update on contacts for each row execute function witness_change();
  create trigger witness after update on opportunities for each row execute function witness_change();`;

async function makeFlow(eventType: string, ...acts: ReturnType<typeof node>[]): Promise<string> {
  const nodes = [node('start', 'trigger.crmEvent', { eventType }), ...acts, node('end', 'logic.stop')];
  const edges = nodes.slice(1).map(({ id }, index) => `${nodes[index]?.id}>${id}`);
  const settings = { maxConcurrent: 1000 };
  const { id } = await user.call('POST P/flows', { name: eventType, settings, ...graph(nodes, ...edges) });
  await user.call(`PATCH P/flows/${id}`, { isActive: true });
  return id;
}

/** Asks until it is answered: whoever asked a process that was killed does not know whether it was done. */
async function surely<T extends object>(ask: () => Promise<T>): Promise<T> {
  const refusedOr = (error: Error) => (error instanceof Refused ? error : Promise.reject(error));
  const answer = await waitFor(() => ask().catch(refusedOr));
  if (answer instanceof Refused) throw answer;
  return answer;
}

/** Writers that have begun and do nothing, in this database and in another one of its cluster. */
async function openTransactions(): Promise<pg.Client[]> {
  const other = new URL(database.url);
  other.pathname = 'postgres';
  const writers = [database.url, other.href].map((connectionString) => new pg.Client({ connectionString }));
  for (const writer of writers) {
    await writer.connect();
    await writer.query('begin');
    await writer.query('select pg_current_xact_id()');
  }
  return writers;
}

let changes = 0;
let over = false;

const dashboard = `subscription ($workspaceId: ID!, $after: String) {
  event: workspaceExecutionUpdated(workspaceId: $workspaceId, after: $after) {
    id cursor execution { id status } step { nodeId status } } }`;

interface Event {
  cursor: string;
  execution: { id: string; status: string };
}

/** A dashboard that goes on behind the last cursor it has, on whichever process answers. */
async function follow(events: Event[], isOver: () => boolean, first?: string): Promise<void> {
  while (!isOver()) {
    const after = events.at(-1)?.cursor ?? first;
    const results = user.subscribe<{ event: Event }>(dashboard, { after });
    try {
      for await (const { data } of results) if (data) events.push(data.event);
    } catch {
      // Its process was killed.
      await waitFor(() => fleet.urls().length > 0);
    }
  }
}

/** The events of each execution, in the order in which they were received. */
function byExecution(events: Event[]): Record<string, object[]> {
  const contents = events.map(({ cursor: _cursor, ...event }) => event);
  return Object.fromEntries(Map.groupBy(contents, ({ execution }) => execution.id));
}

/**
 * What a dashboard saw across all kills and beside open transactions is what the log holds: for each execution in order,
 * without a gap or a repeat. So it is for one that reads all of it at once.
 */
async function compareFeed(received: Event[], warmUp: string): Promise<void> {
  const { rows } = await sql.query<{ id: string; events: number }>(
    `select execution_id as id, sum(greatest(json_array_length(steps) + (execution ->> 'status' <> 'running')::integer, 1))::integer as events
     from execution_events where flow_id <> $1 group by 1`,
    [warmUp],
  );
  const expected = new Map(rows.map(({ id, events }) => [id, events]));
  const total = rows.reduce((sum, { events }) => sum + events, 0);
  const of = (events: Event[]) => events.filter(({ execution }) => expected.has(execution.id));
  await waitFor(() => of(received).length === total);
  const seen = byExecution(of(received));
  expect(new Map(Object.entries(seen).map(([id, events]) => [id, events.length]))).toEqual(expected);
  expect(new Set(received.map(({ cursor }) => cursor)).size).toBe(received.length);
  const again: Event[] = [];
  void follow(again, () => again.length > 0, received[0]?.cursor);
  await waitFor(() => of(again).length === total);
  expect(byExecution(of(again))).toEqual(seen);
}

/** Makes a contact and an opportunity, and changes them again and again. */
async function changeRecords(lane: number, pipelineId: string): Promise<void> {
  const email = `lane${lane}@example.com`;
  const upsert = { contacts: [{ name: `Contact ${lane}`, email }] };
  const { results } = await surely(() => user.call<{ results: { id: string }[] }>('POST P/contacts/upsert', upsert));
  const contactId = results[0]?.id;
  const order = { name: `Order ${lane}`, pipelineId, stageId: 'a', contactId };
  const { id } = await surely(() => user.call('POST P/opportunities', order));
  for (let n = 1; !over; n++) {
    await surely(() => user.call(`PATCH P/contacts/${contactId}`, { name: `Contact ${lane}.${n}` }));
    const stageId = n % 2 ? 'b' : 'a';
    await surely(() => user.call(`PATCH P/opportunities/${id}`, { name: `Order ${lane}.${n}`, stageId }));
    changes += 2;
  }
}

/** Kills one process after the other, each amid further changes; an API only while another one answers. */
async function killProcesses(): Promise<void> {
  for (let killed = 0; killed < kills; killed++) {
    const until = changes + 5 + random() * 40;
    await waitFor(() => changes >= until, { everyMs: 1 + random() * 5 });
    const victim = Math.floor(random() * roles.length);
    await fleet.kill(roles[victim] === 'api' && fleet.urls().length < 2 ? 2 : victim);
  }
}

interface Run {
  flowId: string;
  event: string;
  type: string;
  status: string;
  /** The change that it tells of, as the witness says it. */
  change: string;
}

const runsText = `select flow_id as "flowId", status, trigger_data ->> 'id' as event, trigger_data ->> 'type' as type,
    concat_ws(' ', trigger_data -> 'data' ->> 'id', trigger_data -> 'data' ->> 'name',
      (select string_agg(tag, ' ') from json_array_elements_text(trigger_data -> 'data' -> 'tags') tag)) as change
  from executions`;

/** Each committed change of a type has one event, and that has one run of each of these flows. */
function compare(runs: Run[], committed: { type: string; change: string }[], type: string, flowIds: string[]): void {
  const changed = committed.filter((one) => one.type === type).map(({ change }) => change);
  expect(changed.length).toBeGreaterThanOrEqual(lanes);
  const reported = runs.filter((run) => run.type === type);
  const events = new Set(reported.map(({ event }) => event));
  expect([type, events.size]).toEqual([type, changed.length]);
  for (const flowId of flowIds) {
    const own = reported.filter((run) => run.flowId === flowId);
    expect(own.map(({ change }) => change).sort()).toEqual(changed.sort());
    expect(new Set(own.map(({ event }) => event))).toEqual(events);
  }
}

test('each change that was committed starts each subscribed flow exactly once, whichever process is killed', async () => {
  const stages = ['a', 'b'].map((id, order) => ({ id, name: id, order }));
  const pipeline = await user.call('POST P/pipelines', { name: 'Sales', stages });
  const tag = node('tag', 'crm.tagContact', { contactId: '{{triggerData.data.id}}', tags: ['known'] });
  const flows = {
    'contact.created': [await makeFlow('contact.created', tag), await makeFlow('contact.created')],
    'contact.updated': [await makeFlow('contact.updated')],
    'contact.tag_added': [await makeFlow('contact.tag_added')],
    'opportunity.stage_changed': [
      await makeFlow('opportunity.stage_changed'),
      await makeFlow('opportunity.stage_changed'),
    ],
  };
  const seen: Event[] = [];
  void follow(seen, () => stopped);
  // It follows from now on: its first event shows that it has begun.
  const first = await makeFlow('contact.deleted');
  await waitFor(
    async () => {
      await surely(() => user.call(`POST P/flows/${first}/trigger`, {}));
      return seen.length > 0;
    },
    { everyMs: 200 },
  );
  const idle = await openTransactions();
  const changing = Promise.all(Array.from({ length: lanes }, (_, lane) => changeRecords(lane, pipeline.id)));
  await Promise.race([killProcesses(), changing]);
  over = true;
  await changing;
  await fleet.ready();
  const busy = `select from execution_claims`;
  await waitFor(async () => (await sql.query(busy)).rowCount === 0, { everyMs: 100 });
  const { rows: runs } = await sql.query<Run>(runsText);
  const { rows: committed } = await sql.query<{ type: string; change: string }>(
    "select type, record || ' ' || said as change from witness",
  );
  expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['completed']));
  for (const [type, flowIds] of Object.entries(flows)) compare(runs, committed, type, flowIds);
  await compareFeed(seen, first);
  for (const writer of idle) await writer.end();
}, 120_000);
