import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

interface ModelRequest {
  model: string;
  temperature?: number;
  messages: { role: string; content: string | null; tool_call_id?: string }[];
  tools?: { function: { name: string; description: string; parameters: object } }[];
}

let app: TestApp;
let owner: Owner;
let model: Server;
const requests: ModelRequest[] = [];
/** The response of the model; by default it depends on the last message of the request. */
let answer: (request: ModelRequest) => object | Promise<object>;

const says = (content: string) => ({ role: 'assistant', content });
const uses = (...calls: [name: string, args: object | string][]) => ({
  role: 'assistant',
  content: null,
  tool_calls: calls.map(([name, args], index) => ({
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  })),
});

beforeAll(async () => {
  model = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', async () => {
      const one = JSON.parse(body) as ModelRequest;
      requests.push(one);
      const message = await answer(one);
      const failed = 'status' in message;
      response.writeHead(failed ? (message.status as number) : 200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(
          failed
            ? { error: { message: 'Too busy' } }
            : { model: 'test', choices: [{ message, finish_reason: 'stop' }] },
        ),
      );
    });
  });
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(model.address() as AddressInfo).port}`;
  app = await startTestApp({ worker: true, providers: { llm: { baseUrl, apiKey: 'k', model: 'test' } } });
  owner = await app.seed.owner();
});

afterAll(async () => {
  await app.stop();
  model.close();
});

type Row = Record<string, never> & { id: string };

async function call(method: string, path: string, body?: unknown): Promise<Row> {
  const sent = await app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, {
    as: owner.token,
    ...(body !== undefined && { body }),
  });
  if (sent.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(sent.body)}`);
  return sent.body.data as Row;
}

const list = async (path: string) => (await call('GET', path)) as unknown as Row[];

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

const weather = (value = 'Sunny in {{triggerData.city}}') =>
  app.seed.flow(
    owner,
    graph(
      [
        node('start', 'trigger.aiTool', { toolName: 'weather', description: 'Tells the weather.', parameters }),
        node('answer', 'data.set', { assignments: [{ name: 'text', value }] }),
      ],
      'start>answer',
    ),
  );

const asking = (agentId: string, input: string, more: object = {}) =>
  app.seed.flow(
    owner,
    graph(
      [
        node('start', 'trigger.manual'),
        node('ask', 'ai.agent', { agentId, input, ...more }),
        node('said', 'data.set', { assignments: [{ name: 'text', value: '{{steps.ask.text}}' }] }),
        node('human', 'data.set', { assignments: [{ name: 'reason', value: '{{steps.ask.text}}' }] }),
      ],
      'start>ask',
      'ask:out>said',
      'ask:handoff>human',
    ),
  );

const run = async (flowId: string, body: object = {}) => reached(app, owner, await trigger(app, owner, flowId, body));
/** The step of the node. */
const askedOf = ({ steps }: SeenExecution) =>
  (steps.find(({ nodeId }) => nodeId === 'ask') as { output: unknown }).output as Row;
const lastOf = ({ messages }: ModelRequest) => messages.at(-1);

describe('the node ai.agent', () => {
  test('lets an assistant use flows as tools, and records the calls', async () => {
    const tool = await weather();
    const agent = await call('POST', '/agents', {
      name: 'Guide',
      prompt: 'You guide.',
      temperature: 0.5,
      tools: [tool.id],
    });
    answer = (request) =>
      lastOf(request)?.role === 'tool'
        ? says(`I heard: ${lastOf(request)?.content}`)
        : uses(['weather', { city: 'Vigo' }], ['weather', {}], ['nothing', {}]);
    const before = requests.length;
    const execution = await run((await asking(agent.id, 'Weather in {{triggerData.city}}?')).id, {
      triggerData: { city: 'Vigo' },
    });
    expect(execution).toMatchObject({ status: 'completed' });
    const { text, toolCalls, sessionId } = askedOf(execution);
    expect(text).toContain('The tool nothing was not found');
    const [first, second] = requests.slice(before);
    expect(first).toMatchObject({
      model: 'test',
      temperature: 0.5,
      messages: [
        { role: 'system', content: 'You guide.' },
        { role: 'user', content: 'Weather in Vigo?' },
      ],
    });
    expect(first?.tools?.map(({ function: { name } }) => name)).toEqual(['weather', 'hand_off_to_human']);
    expect(second?.messages.slice(3).map(({ content }) => JSON.parse(content as string))).toEqual([
      { text: 'Sunny in Vigo' },
      { error: expect.stringContaining("required property 'city'") },
      { error: expect.any(String) },
    ]);
    expect(toolCalls).toEqual([
      expect.objectContaining({ name: 'weather', flowId: tool.id, status: 'completed', arguments: { city: 'Vigo' } }),
      expect.objectContaining({ name: 'weather', status: 'refused', executionId: null }),
      expect.objectContaining({ name: 'nothing', status: 'refused', flowId: null }),
    ]);
    const session = await call('GET', `/agent-sessions/${sessionId}`);
    expect(session).toMatchObject({
      agentId: agent.id,
      status: 'completed',
      turns: 2,
      input: 'Weather in Vigo?',
      output: text,
      executionId: execution.id,
    });
    const [ran] = await list(`/flows/${tool.id}/executions`);
    const detail = await call('GET', `/flows/executions/${ran?.id}`);
    expect(detail).toMatchObject({ trigger: 'ai_tool', triggerData: { city: 'Vigo' } });
    expect((await list(`/agent-sessions?agentId=${agent.id}&status=completed`)).map(({ id }) => id)).toEqual([
      sessionId,
    ]);
  });

  test('ends in its last turn, hands off, and fails with the error of the provider', async () => {
    const tool = await weather();
    const agent = await call('POST', '/agents', { name: 'Guide', tools: [tool.id] });
    answer = ({ tools }) => (tools ? uses(['weather', { city: 'Lugo' }]) : says('Enough.'));
    const bounded = await run((await asking(agent.id, 'Go on', { maxTurns: 3 })).id);
    expect(bounded.output).toEqual({ text: 'Enough.' });
    expect(askedOf(bounded).toolCalls).toHaveLength(2);
    answer = () => uses(['hand_off_to_human', { reason: 'Wants a person' }]);
    expect((await run((await asking(agent.id, 'A person!')).id)).output).toEqual({ reason: 'Wants a person' });
    answer = () => ({ status: 400 });
    const refused = await run((await asking(agent.id, 'Hello')).id);
    expect(refused).toMatchObject({
      status: 'failed',
      error: { code: 'PROVIDER_REFUSED', message: expect.stringContaining('Too busy') },
    });
    await call('PATCH', `/agents/${agent.id}`, { isActive: false });
    expect(await run((await asking(agent.id, 'Hello')).id)).toMatchObject({ error: { code: 'REFUSED' } });
  });

  test('takes no slots from the tools that it waits for', async () => {
    const tool = await weather('x');
    const agent = await call('POST', '/agents', { name: 'Guide', tools: [tool.id] });
    answer = (request) => (lastOf(request)?.role === 'tool' ? says('Done') : uses(['weather', { city: 'Vigo' }]));
    const { id } = await asking(agent.id, 'Hello');
    const many = await Promise.all(Array.from({ length: 30 }, () => trigger(app, owner, id)));
    for (const one of many) expect(await reached(app, owner, one)).toMatchObject({ status: 'completed' });
  });
});

describe('a tool that ai.agent calls', () => {
  test('runs as the execution of its step, without rights of its own', async () => {
    const lookup = graph(
      [
        node('start', 'trigger.aiTool', { toolName: 'lookup', description: 'Finds a contact.' }),
        node('find', 'crm.findContact', { filter: { email: 'ana@example.com' } }),
      ],
      'start>find',
    );
    const tool = await app.seed.flow(owner, lookup);
    const agent = await call('POST', '/agents', { name: 'Guide', tools: [tool.id] });
    answer = (request) => (lastOf(request)?.role === 'tool' ? says('Done') : uses(['lookup', {}]));
    const rights = ['flows:read', 'flows:write', 'flows:execute', 'agents:write'];
    const as = { ...owner, token: await app.seed.apiKey(owner, rights) };
    const asks = graph(
      [node('start', 'trigger.manual'), node('ask', 'ai.agent', { agentId: agent.id, input: 'Who?' })],
      'start>ask',
    );
    const flow = await app.seed.flow(as, asks);
    const caller = await reached(app, owner, await trigger(app, as, flow.id));
    const [called] = await list(`/flows/${tool.id}/executions`);
    expect(await call('GET', `/flows/executions/${called?.id}`)).toMatchObject({
      status: 'failed',
      error: { code: 'RUN_AS_FORBIDDEN', nodeId: 'find' },
      steps: [],
      runAs: (caller as unknown as { runAs: string }).runAs,
    });
  });
});

describe('the timeout of ai.agent', () => {
  test('ends the session: its answer uses no tool, and the next attempt has a session of its own', async () => {
    const tool = await weather();
    const agent = await call('POST', '/agents', { name: 'Guide', tools: [tool.id] });
    const first = Promise.withResolvers<object>();
    const before = requests.length;
    answer = () => (requests.length === before + 1 ? first.promise : says('Second'));
    const more = { timeout: 1, retry: { attempts: 2, backoffSeconds: 0 } };
    const { id: flowId } = await asking(agent.id, 'Weather?', more);
    const id = await trigger(app, owner, flowId);
    const sessions = async () =>
      (await list(`/agent-sessions?executionId=${id}&sortBy=createdAt&sortOrder=asc`)).map(
        ({ status, error }) => `${status} ${error}`,
      );
    expect(await reached(app, owner, id)).toMatchObject({ status: 'completed', output: { text: 'Second' } });
    const error = 'STEP_TIMEOUT: The step that started the session exceeded its timeout.';
    expect(await sessions()).toEqual([`failed ${error}`, 'completed null']);
    first.resolve(uses(['weather', { city: 'Vigo' }]));
    // Later than the late answer.
    await run((await asking(agent.id, 'Hello')).id);
    expect(await list(`/flows/${tool.id}/executions`)).toEqual([]);
    expect(await sessions()).toEqual([`failed ${error}`, 'completed null']);
  });
});

describe('a conversation with an assistant', () => {
  let people = 0;
  async function scene(more: object = {}) {
    people += 1;
    const email = `bea${people}@example.com`;
    const agent = await call('POST', '/agents', { name: 'Helper', prompt: 'You sell books.', ...more });
    const contact = await call('POST', '/contacts', { name: 'Bea', email });
    const conversation = await call('POST', '/conversations', {
      contactId: contact.id,
      channel: 'email',
      agentId: agent.id,
    });
    const path = `/conversations/${conversation.id}`;
    const writes = (body: string) =>
      call('POST', `${path}/messages`, { direction: 'inbound', status: 'received', body });
    const reported = async () =>
      (await list(`${path}/messages?sortOrder=asc`)).map(({ author, status, body }) => `${author} ${status}: ${body}`);
    return { agent, contact, conversation, path, writes, reported };
  }

  test('answers inbound messages, with the conversation so far', async () => {
    const { writes, reported, conversation } = await scene();
    answer = ({ messages }) =>
      says(
        `You said ${messages
          .filter(({ role }) => role === 'user')
          .map(({ content }) => content)
          .join(' and ')}`,
      );
    await writes('Hello');
    await waitFor(async () => (await reported()).length === 2);
    await writes('Bye');
    await waitFor(async () => (await reported()).at(-1)?.startsWith('agent sandboxed'));
    await waitFor(
      async () => (await reported()).length === 4 && (await reported()).every((line) => !line.includes('queued')),
    );
    expect(await reported()).toEqual([
      'contact received: Hello',
      'agent sandboxed: You said Hello',
      'contact received: Bye',
      'agent sandboxed: You said Hello and Bye',
    ]);
    expect(await list(`/agent-sessions?conversationId=${conversation.id}`)).toHaveLength(2);
  });

  test('is answered once if two messages arrive close together', async () => {
    const { writes, reported, conversation } = await scene();
    const received = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    answer = async ({ messages }) => {
      received.resolve();
      await go.promise;
      return says(`${messages.length - 1} heard`);
    };
    await writes('One');
    await received.promise;
    await writes('Two');
    go.resolve();
    await waitFor(async () => (await reported()).some((line) => line.startsWith('agent sandboxed')));
    expect((await reported()).at(-1)).toBe('agent sandboxed: 2 heard');
    expect(await list(`/agent-sessions?conversationId=${conversation.id}`)).toHaveLength(1);
  });

  test('is left to the team if the assistant hands off, is inactive, or is not assigned', async () => {
    const handed = await scene();
    answer = () => uses(['hand_off_to_human', { reason: 'Angry' }]);
    await handed.writes('I want a person');
    await waitFor(async () => (await call('GET', handed.path)).status === ('pending' as never));
    expect(await call('GET', handed.path)).toMatchObject({ agentId: null });
    await handed.writes('Hello?');
    const off = await scene({ isActive: false });
    await off.writes('Hello?');
    const silent = await scene();
    await call('PATCH', `/contacts/${silent.contact.id}`, { doNotContact: true });
    await silent.writes('Hello?');
    expect(await list(`/agent-sessions?conversationId=${handed.conversation.id}`)).toHaveLength(1);
    for (const { conversation } of [off, silent]) {
      expect(await list(`/agent-sessions?conversationId=${conversation.id}`)).toEqual([]);
    }
  });

  test('continues from the last saved turn after a process died, and starts no tool twice', async () => {
    const tool = await weather();
    const { writes, reported, conversation } = await scene({ tools: [tool.id] });
    answer = (request) =>
      lastOf(request)?.role === 'tool' ? says('It is sunny') : uses(['weather', { city: 'Vigo' }]);
    const { db } = app.services;
    // Reset to the state before its first turn was saved.
    await writes('Weather?');
    await waitFor(async () => (await reported()).length === 2);
    await db.pool.query(
      `update agent_sessions set status = 'running', turns = 0, messages = null, tool_calls = '[]', due_at = now(),
         worker_id = null, ended_at = null where conversation_id = $1`,
      [conversation.id],
    );
    await db.pool.query("select pg_notify('agent_sessions', '')");
    await waitFor(async () => (await reported()).length === 3);
    expect(await list(`/flows/${tool.id}/executions`)).toHaveLength(1);
  });
});
