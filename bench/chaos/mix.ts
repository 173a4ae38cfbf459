import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { createBenchFlow, type Tenant } from '../harness/client.js';
import { chain } from './flows.js';
import { type Source, servicePath, sourcePath } from './recorder.js';

/** What starts executions beside the webhooks. */
export interface Mix {
  /** Its flow whose executions fail until they are held. */
  failingFlowId: string;
  /** Starts no more, mends the service, and releases what is held before it. */
  stop(): Promise<void>;
  /** What became of all that was accepted, in lines, and how much is lost or twice. */
  judge(sql: pg.Pool): Promise<{ lines: string[]; bad: number }>;
}

/** Milliseconds between two starts of each kind. */
const everyMs = 100;
/** Milliseconds in which the last items are polled: the poll of a killed process is made again after three minutes. */
const pollsMs = 240_000;

/**
 * Starts a form, a source that is polled, flows that gather: by time into lists, and for each key the last one only; and a flow whose
 * service fails, so that its executions are held.
 * Each number is sent until it is accepted, with a key by which a repetition is known.
 */
export async function openMix(tenant: Tenant, url: string, source: Source): Promise<Mix> {
  const callOf = { method: 'POST', url: source.url };
  const call = { id: 'call', type: 'http.request', data: callOf };
  const form = { title: 'Chaos', fields: [{ name: 'n', label: 'N', type: 'number', required: true }] };
  const poll = { request: { url: `${source.url}${sourcePath}` }, everySeconds: 5 };
  const manual = { id: 'start', type: 'trigger.webhook', data: {} };
  const flows = {
    form: await createBenchFlow(tenant, chain('Form', [{ id: 'start', type: 'trigger.form', data: form }, call])),
    poll: await createBenchFlow(tenant, chain('Poll', [{ id: 'start', type: 'trigger.poll', data: poll }, call])),
    batch: await createBenchFlow(
      tenant,
      chain('Batch', [manual, call], { control: { batch: { max: 10, seconds: 2 } } }),
    ),
    debounce: await createBenchFlow(
      tenant,
      chain('Debounce', [manual, call], { control: { key: '{{triggerData.key}}', debounceSeconds: 1 } }),
    ),
  };
  const service = { id: 'call', type: 'http.request', data: { method: 'POST', url: `${source.url}${servicePath}` } };
  const hold = await createBenchFlow(
    tenant,
    chain('Hold', [manual, service], { hold: { failures: 3, seconds: 3_600 } }),
  );
  // The first poll only remembers what is there.
  while (source.polls() < 2) await delay(100);
  const formUrl = await formUrlOf(tenant, flows.form.id, url);
  const sent = {
    form: [] as number[],
    batch: [] as number[],
    hold: [] as number[],
    debounce: new Map<string, number>(),
  };
  let isOver = false;
  const lanes = [
    repeat(async (n) => {
      await untilAccepted(formUrl, { n }, `form-${n}`);
      sent.form.push(n);
    }),
    repeat(async (n) => {
      await untilAccepted(here(flows.batch.webhookUrl, url), { n }, `batch-${n}`);
      sent.batch.push(n);
    }),
    repeat(async (n) => {
      // Five for each key, one after the other: the last one stands for them.
      const key = `k${Math.floor(n / 5)}`;
      await untilAccepted(here(flows.debounce.webhookUrl, url), { key, n }, `debounce-${n}`);
      sent.debounce.set(key, n);
    }),
    repeat(async (n) => {
      await untilAccepted(here(hold.webhookUrl, url), { n }, `hold-${n}`);
      sent.hold.push(n);
    }),
    repeat(async () => void source.add()),
  ];

  async function repeat(start: (n: number) => Promise<void>): Promise<void> {
    for (let n = 0; !isOver; n++) {
      await start(n);
      await delay(everyMs);
    }
  }

  const numbersOf = async (sql: pg.Pool, flowId: string, number: string) => {
    const text = `select (${number})::integer as n, status from executions where flow_id = $1`;
    return (await sql.query<{ n: number; status: string }>(text, [flowId])).rows;
  };

  return {
    failingFlowId: hold.id,
    async stop() {
      isOver = true;
      await Promise.all(lanes);
      source.mend();
      await releaseAll(tenant);
    },
    async judge(sql) {
      const isPolled = async () =>
        (await numbersOf(sql, flows.poll.id, "trigger_data ->> 'id'")).length >= source.count();
      for (const deadline = Date.now() + pollsMs; Date.now() < deadline && !(await isPolled()); ) await delay(250);
      const listed = `select (item ->> 'n')::integer as n, status from executions, json_array_elements(trigger_data::json) item
        where flow_id = $1`;
      const kinds = [
        kind('forms', sent.form, await numbersOf(sql, flows.form.id, "trigger_data #>> '{fields,n}'")),
        kind(
          'polled items',
          Array.from({ length: source.count() }, (_, n) => n),
          await numbersOf(sql, flows.poll.id, "trigger_data ->> 'id'"),
        ),
        kind('gathered in lists', sent.batch, (await sql.query(listed, [flows.batch.id])).rows),
        held(sent.hold, await numbersOf(sql, hold.id, "trigger_data ->> 'n'")),
        latest(sent.debounce, await keyed(sql, flows.debounce.id)),
      ];
      return { lines: kinds.map(({ line }) => line), bad: kinds.reduce((sum, { bad }) => sum + bad, 0) };
    },
  };
}

const keyed = async (sql: pg.Pool, flowId: string) => {
  const text = `select trigger_data ->> 'key' as key, (trigger_data ->> 'n')::integer as n, status from executions where flow_id = $1`;
  return (await sql.query<{ key: string; n: number; status: string }>(text, [flowId])).rows;
};

function kind(name: string, sent: readonly number[], found: readonly { n: number; status: string }[]) {
  const counts = new Map<number, number>();
  for (const { n } of found) counts.set(n, (counts.get(n) ?? 0) + 1);
  const lost = sent.filter((n) => !counts.has(n)).length;
  const twice = [...counts.values()].filter((count) => count > 1).length;
  const open = found.filter(({ status }) => status !== 'completed').length;
  const line = `${name}: ${sent.length} accepted, ${lost} lost, ${twice} twice, ${open} not completed`;
  return { line, bad: lost + twice + open };
}

/** Those that failed before the hold opened, or were on their way, are not held. */
function held(sent: readonly number[], found: readonly { n: number; status: string }[]) {
  const failed = found.filter(({ status }) => status === 'failed').length;
  const { line, bad } = kind('held and released', sent, found);
  return { line: `${line}, of which ${failed} failed before`, bad: bad - failed };
}

/** Of each key the last number is in the last execution, and no number is in two. */
function latest(sent: ReadonlyMap<string, number>, found: readonly { key: string; n: number; status: string }[]) {
  const last = new Map<string, number>();
  for (const { key, n } of found) last.set(key, Math.max(last.get(key) ?? -1, n));
  const lost = [...sent].filter(([key, n]) => last.get(key) !== n).length;
  const twice = found.length - new Set(found.map(({ n }) => n)).size;
  const open = found.filter(({ status }) => status !== 'completed').length;
  const line = `debounced keys: ${sent.size} accepted, ${lost} lost, ${twice} twice, ${open} not completed, ${found.length} executions`;
  return { line, bad: lost + twice + open };
}

/** Releases holds until none is open. */
async function releaseAll({ workspaceId, graphql }: Tenant): Promise<void> {
  for (;;) {
    const { workspace } = await graphql<{ workspace: { flowHolds: { items: { id: string; state: string }[] } } }>(
      'query ($workspaceId: ID!) { workspace(id: $workspaceId) { flowHolds { items { id state } } } }',
      { workspaceId },
    );
    const open = workspace.flowHolds.items.filter(({ state }) => state === 'held' || state === 'releasing');
    if (open.length === 0) return;
    await delay(250);
    for (const { id } of open.filter(({ state }) => state === 'held')) {
      await graphql(
        'mutation ($workspaceId: ID!, $holdId: ID!) { releaseFlowHold(workspaceId: $workspaceId, holdId: $holdId) { id } }',
        { workspaceId, holdId: id },
      );
    }
  }
}

function here(webhookUrl: string | null, url: string): string {
  const { pathname, search } = new URL(webhookUrl ?? '');
  return url + pathname + search;
}

async function formUrlOf({ workspaceId, graphql }: Tenant, flowId: string, url: string): Promise<string> {
  const { workspace } = await graphql<{ workspace: { flow: { triggers: { formUrl: string | null }[] } } }>(
    'query ($workspaceId: ID!, $flowId: ID!) { workspace(id: $workspaceId) { flow(id: $flowId) { triggers { formUrl } } } }',
    { workspaceId, flowId },
  );
  return here(workspace.flow.triggers[0]?.formUrl ?? null, url);
}

/** Sends a body until it is accepted; what repeats it starts nothing. */
async function untilAccepted(url: string, body: object, key: string): Promise<void> {
  const headers = { 'content-type': 'application/json', accept: 'application/json', 'idempotency-key': key };
  for (;;) {
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null);
    const status = answer?.status ?? 0;
    await answer?.body?.cancel();
    if (status >= 200 && status < 300) return;
    if (status >= 400 && status < 500 && status !== 429) throw new Error(`${url} answered ${status}.`);
    await delay(50);
  }
}
