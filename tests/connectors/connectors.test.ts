import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { claimPolls } from '../../src/contexts/automation/polling/claim-polls.js';
import { performPoll } from '../../src/contexts/automation/polling/perform-poll.js';
import { settlePoll } from '../../src/contexts/automation/polling/settle-poll.js';
import { connectors } from '../../src/nodes/index.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { reached, trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';
import type { Exchange, FakeService } from './fake-service.js';
import { routedTo } from './route-to-loopback.js';
import { services } from './services/index.js';

/** A request as it arrived. */
interface Arrived {
  asked: string;
  headers: Record<string, unknown>;
  body: unknown;
}

let server: Server;
/** Drives executions; the other one makes only the polls of these tests. */
let app: TestApp;
let idle: TestApp;
let owner: Owner;
let poller: Owner;
let arrived: Arrived[];
let answers: Pick<Exchange, 'status' | 'answer' | 'answerHeaders'>[];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const isJson = /json/.test(request.headers['content-type'] ?? '');
    const url = sorted(`${request.headers['x-asked-origin']}${request.url}`);
    arrived.push({
      asked: `${request.method} ${url}`,
      headers: request.headers,
      body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
    });
    const { status = 200, answer, answerHeaders } = answers.shift() ?? { status: 500, answer: 'no more answers' };
    response.writeHead(status, { 'content-type': 'application/json', ...answerHeaders });
    response.end(answer === undefined ? '' : JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = { outboundAllow: ['127.0.0.1'], outbound: routedTo(origin) };
  app = await startTestApp({ worker: true, ...options });
  idle = await startTestApp(options);
  [owner, poller] = [await app.seed.owner(), await idle.seed.owner()];
  for (const [name, { auth, hosts }] of Object.entries(services)) {
    await connect(app, owner, { name, auth, hosts });
    await connect(idle, poller, { name, auth, hosts });
  }
}, 120_000);
afterAll(async () => {
  server.close();
  await app.stop();
  await idle.stop();
});
beforeEach(() => {
  arrived = [];
  answers = [];
});

async function connect(at: TestApp, { workspaceId, token: as }: Owner, body: object): Promise<void> {
  const answer = await at.rest(`POST /workspaces/${workspaceId}/connections`, { as, body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
}

function sorted(address: string): string {
  const url = new URL(address);
  url.searchParams.sort();
  return decodeURIComponent(url.search) === '' ? url.href : `${url.origin}${url.pathname}?${url.searchParams}`;
}

/** That what arrived is what was expected, with the credential where the service wants it. */
function expectArrived(service: FakeService, exchanges: readonly Exchange[]): void {
  const { sent } = service;
  const expected = exchanges.map(({ asked, body, headers = {} }) => {
    const [method, url = ''] = asked.split(/ (.*)/);
    const withKey = 'inUrl' in sent ? url.replace('{key}', sent.inUrl) : url;
    const credential = 'header' in sent ? { [sent.header]: sent.value } : {};
    return {
      asked: `${method} ${sorted(withKey)}`,
      headers: expect.objectContaining({ ...headers, ...credential }),
      body,
    };
  });
  expect(arrived).toEqual(expected);
}

async function run(type: string, data: Record<string, unknown>) {
  const content = graph([node('start', 'trigger.manual'), node('call', type, data)], 'start>call');
  const { id } = await app.seed.flow(owner, content);
  const executionId = await trigger(app, owner, id);
  return reached(app, owner, executionId);
}

/** Makes the poll of the newest flow, however long it would wait. @returns what it started */
async function poll(flowId: string): Promise<unknown[]> {
  const { db } = idle.services;
  const text = `update flow_triggers set due_at = case when flow_id = $1 then now() - interval '1 second' end`;
  await db.pool.query(text, [flowId]);
  const [claimed] = await claimPolls(db.pool, [], 1);
  if (!claimed) throw new Error('No poll is due.');
  const never = new AbortController().signal;
  const { rows: before } = await db.pool.query('select id from executions where flow_id = $1', [flowId]);
  const end = await performPoll(idle.services, claimed, { stopping: never, timeout: never });
  if ('error' in end) throw new Error(end.error.message);
  await settlePoll(idle.services, claimed, end);
  const { rows } = await db.pool.query<{ id: string; data: unknown }>(
    'select id, trigger_data as data from executions where flow_id = $1 order by id',
    [flowId],
  );
  return rows.slice(before.length).map(({ data }) => data);
}

test('every service has a fake, and every operation of it a case', () => {
  const missing = connectors.flatMap(({ service, actions, triggers }) => {
    const fake = services[service];
    const tried = [...(fake?.actions ?? []), ...(fake?.triggers ?? [])].map(({ does }) => does);
    const lacks = [...Object.keys(actions), ...Object.keys(triggers)].filter((name) => !tried.includes(name));
    return [
      ...lacks.map((name) => `${service}.${name}`),
      ...(fake?.refusals.length ? [] : [`a refusal of ${service}`]),
    ];
  });
  expect({ 'add these to tests/connectors/services': missing }).toEqual({
    'add these to tests/connectors/services': [],
  });
  expect(Object.keys(services).sort()).toEqual(connectors.map(({ service }) => service).sort());
});

describe.each(Object.entries(services))('%s', (name, service) => {
  const secret = Object.entries(service.auth).find(([key]) =>
    ['token', 'value', 'password'].includes(key),
  )?.[1] as string;

  for (const { does, with: data, exchanges, output } of service.actions) {
    test(`${does} sends what the service documents, and outputs its answer`, async () => {
      answers.push(...exchanges);
      const ended = await run(`app.${name}.${does}`, { connection: name, ...data });
      expect(ended.error).toBeNull();
      expectArrived(service, exchanges);
      expect(ended.steps.find(({ nodeId }) => nodeId === 'call')?.output).toEqual(output);
      expect(JSON.stringify(ended)).not.toContain(secret);
    });
  }

  for (const { does, with: data, polls } of service.triggers) {
    test(`${does} starts the flow once for each new item`, async () => {
      const echo = node('echo', 'data.transform', { expression: 'triggerData' });
      const source = node('source', `app.${name}.${does}`, { connection: name, ...data });
      const { id } = await idle.seed.flow(poller, graph([source, echo], 'source>echo'));
      for (const one of polls) {
        arrived = [];
        answers.push(one, one);
        const started = await poll(id);
        answers = [];
        expectArrived(service, [one]);
        expect(started).toEqual(one.starts);
      }
    });
  }

  for (const { does, with: data, error, ...answer } of service.refusals) {
    test(`${does} fails when the service refuses it with the status ${answer.status}`, async () => {
      answers.push(answer);
      const ended = await run(`app.${name}.${does}`, { connection: name, ...data });
      expect(ended).toMatchObject({ status: 'failed', error: { ...error, nodeId: 'call' } });
      expect(JSON.stringify(ended)).not.toContain(secret);
    });
  }
});
