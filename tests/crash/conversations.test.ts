import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { loggedRandom } from '../support/random.js';
import type { Owner } from '../support/seed.js';
import { waitFor } from '../support/wait-for.js';
import { spawnWorker } from './spawn-worker.js';

const contacts = 10;
const kills = 5;
/** Requests between two kills, at most: there are six for each contact. */
const pace = 10;
const leaseSeconds = 2;

let app: TestApp;
let owner: Owner;
let random: () => number;
/** Each worker asks the outside under its number here. */
const workers: ChildProcess[] = [];
const killed = new Set<number>();
let stopped = false;
let untilKill = 1;
/** Messages as they arrived, with the workers that sent them, and those that came although they were known to be sent. */
const arrived = new Map<string, number[]>();
const repeated: string[] = [];

/** Twilio and a model. Now and then it kills whoever asks: before it answers, or just after. */
const outside = createServer(async (request, response) => {
  const [, name = '', service = ''] = (request.url ?? '').split('/');
  const worker = Number(name);
  const body = await text(request);
  const fate = fateOf(worker);
  const answer = service === 'llm' ? thinkOf(body) : await take(body, worker);
  if (fate === 'unanswered') return kill(worker);
  response.writeHead(service === 'llm' ? 200 : 201, { 'content-type': 'application/json' });
  await new Promise<void>((resolve) => response.end(JSON.stringify(answer), resolve));
  if (fate === 'answered') kill(worker);
});

beforeAll(async () => {
  random = loggedRandom('conversations under SIGKILL');
  app = await startTestApp();
  owner = await app.seed.owner();
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  stopped = true;
  for (const worker of workers) worker.kill('SIGKILL');
  outside.closeAllConnections();
  outside.close();
  await app.stop();
});

async function startWorker(): Promise<void> {
  const origin = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/${workers.length}`;
  const providers = {
    twilio: { baseUrl: `${origin}/sms`, accountSid: 'AC1', authToken: 'token', fromNumber: '+15550100' },
    llm: { baseUrl: `${origin}/llm`, apiKey: 'k', model: 'test' },
  };
  const worker = spawnWorker({ url: app.database.url, leaseSeconds, providers });
  workers.push(worker);
  await once(worker.stdout as NodeJS.ReadableStream, 'data');
}

/** Whether a worker is killed for asking, before it is answered or just after. */
function fateOf(worker: number): 'unanswered' | 'answered' | null {
  if (killed.size >= kills || killed.has(worker) || --untilKill > 0) return null;
  untilKill = 1 + Math.floor(random() * pace);
  return random() < 0.5 ? 'unanswered' : 'answered';
}

function kill(worker: number): void {
  if (stopped || killed.has(worker)) return;
  workers[worker]?.kill('SIGKILL');
  killed.add(worker);
  void startWorker();
}

async function take(body: string, worker: number): Promise<object> {
  const form = new URLSearchParams(body);
  const message = `${form.get('To')} ${form.get('Body')}`;
  arrived.set(message, [...(arrived.get(message) ?? []), worker]);
  const { rowCount } = await app.services.db.pool.query(
    "select from outbox_messages where recipient = $1 and body = $2 and status = 'sent'",
    [form.get('To'), form.get('Body')],
  );
  if (rowCount) repeated.push(message);
  return { sid: `SM${arrived.size}` };
}

function thinkOf(body: string): object {
  const { messages, tools } = JSON.parse(body) as { messages: { role: string; content: string }[]; tools?: object[] };
  const last = messages.at(-1);
  const call = { id: 'call_0', type: 'function', function: { name: 'lookup', arguments: '{}' } };
  const message =
    tools && last?.role === 'user'
      ? { role: 'assistant', content: null, tool_calls: [call] }
      : { role: 'assistant', content: tools ? 'We have books' : 'Written anew' };
  return { model: 'test', choices: [{ message, finish_reason: 'stop' }] };
}

async function post(path: string, body: object): Promise<{ id: string }> {
  const answer = await app.rest(`POST /workspaces/${owner.workspaceId}${path}`, { as: owner.token, body });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

/** An assistant with a tool, and a sequence for those who do not answer it. */
async function hireAssistant(): Promise<{ id: string }> {
  const start = node('start', 'trigger.aiTool', { toolName: 'lookup', description: 'Looks up.', parameters: {} });
  const found = node('found', 'data.set', { assignments: [{ name: 'text', value: 'Books' }] });
  const settings = { maxConcurrent: 1000 };
  const tool = await app.seed.flow(owner, { settings, ...graph([start, found], 'start>found') });
  const agent = await post('/agents', { name: 'Helper', prompt: 'You sell.', tools: [tool.id] });
  const steps = [
    { delayMinutes: 60, message: 'First' },
    { delayMinutes: 60, stepType: 'PROMPT_TEMPLATE', promptTemplate: 'Write again' },
  ];
  await post('/follow-up/sequences', { name: 'Offers', agentId: agent.id, steps });
  return agent;
}

/** Somebody writes to the assistant. */
async function write(agentId: string, index: number): Promise<string> {
  const phone = `+346000000${10 + index}`;
  const contact = await post('/contacts', { name: `Contact ${index}`, phone });
  const conversation = await post('/conversations', { contactId: contact.id, channel: 'sms', agentId });
  await post(`/conversations/${conversation.id}/messages`, { direction: 'inbound', body: 'Hello' });
  return phone;
}

/** The hours until the next steps are over at once. @returns whether there is nothing left to be done */
async function hoursPass(): Promise<boolean> {
  const { pool } = app.services.db;
  const text = `update follow_up_enrollments set due_at = now() where due_at > now() and worker_id is null`;
  if ((await pool.query(text)).rowCount) await pool.query("select pg_notify('follow_ups', '')");
  const { rows } = await pool.query<{ ended: number; busy: number }>(
    `select (select count(*) from follow_up_enrollments where status <> 'active')::integer as ended,
       ((select count(*) from message_deliveries) + (select count(*) from agent_sessions where status = 'running')
         + (select count(*) from executions where status = 'running'))::integer as busy`,
  );
  return rows[0]?.ended === contacts && rows[0].busy === 0;
}

const counted = async (text: string) => (await app.services.db.pool.query(text)).rows;

test('each answer and each follow-up is made once, and leaves, whichever worker is killed amid it', async () => {
  await Promise.all([startWorker(), startWorker()]);
  const agent = await hireAssistant();
  const phones = await Promise.all(Array.from({ length: contacts }, (_, index) => write(agent.id, index)));
  await waitFor(hoursPass, { timeoutMs: 150_000, everyMs: 50 });
  expect(killed.size).toBeGreaterThanOrEqual(kills);
  const made = await counted(
    `select author, body, status, count(*)::integer as n from messages where direction = 'outbound' group by 1, 2, 3 order by 1, 2`,
  );
  expect(made).toEqual([
    { author: 'agent', body: 'We have books', status: 'sent', n: contacts },
    { author: 'flow', body: 'First', status: 'sent', n: contacts },
    { author: 'flow', body: 'Written anew', status: 'sent', n: contacts },
  ]);
  const wanted = phones.flatMap((phone) => made.map(({ body }) => `${phone} ${body}`));
  expect([...arrived.keys()].sort()).toEqual(wanted.sort());
  // A message is sent again only where the process died before it could note that it was sent.
  expect(repeated).toEqual([]);
  const again = [...arrived].filter(([, senders]) => !senders.slice(0, -1).every((one) => killed.has(one)));
  expect(again).toEqual([]);
  expect(
    await counted('select status, reason, attempts, step_number from follow_up_enrollments group by 1, 2, 3, 4'),
  ).toEqual([{ status: 'completed', reason: null, attempts: 2, step_number: 2 }]);
  expect(await counted('select status, turns, count(*)::integer as n from agent_sessions group by 1, 2')).toEqual([
    { status: 'completed', turns: 2, n: contacts },
  ]);
  expect(await counted('select status, trigger, count(*)::integer as n from executions group by 1, 2')).toEqual([
    { status: 'completed', trigger: 'ai_tool', n: contacts },
  ]);
  const sms = `select count(*)::integer as n from usage_events where event_type = 'sms_sent'`;
  expect(await counted(sms)).toEqual([{ n: wanted.length }]);
  expect(await counted("select operation from credit_reservations where operation like 'sms%'")).toEqual([]);
}, 200_000);
