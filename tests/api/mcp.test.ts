import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import type { Owner } from '../support/seed.js';

let app: TestApp;
let owner: Owner;
let key: string;
const clients: Client[] = [];

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  key = await app.seed.apiKey(owner, ['flows:execute']);
});

afterAll(async () => {
  for (const client of clients) await client.close();
  await app.stop();
});

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

function tool(toolName: string, value: string, more: Record<string, unknown> = {}) {
  const start = node('start', 'trigger.aiTool', { toolName, description: 'Tells the weather.', ...more });
  return graph([start, node('answer', 'data.set', { assignments: [{ name: 'text', value }] })], 'start>answer');
}

const address = ({ workspaceId }: Owner) => `${app.url}/workspaces/${workspaceId}/mcp`;

async function connect(as: string, to: Owner, mode: 'auto' | 'legacy' = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  clients.push(client);
  const requestInit = { headers: { authorization: `Bearer ${as}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(address(to)), { requestInit }));
  return client;
}

function post(as: string | undefined, to: Owner, body: unknown, headers: Record<string, string> = {}) {
  return app.rest(`POST /workspaces/${to.workspaceId}/mcp`, {
    ...(as && { as }),
    body,
    headers: { accept: 'application/json, text/event-stream', ...headers },
  });
}

describe('the MCP server of a workspace', () => {
  test.each(['auto', 'legacy'] as const)(
    'offers its active tools and runs them, for clients of either age (%s)',
    async (mode) => {
      const other = await app.seed.owner();
      const mine = await app.seed.apiKey(other, ['flows:execute']);
      const weather = await app.seed.flow(other, tool('weather', 'Sunny in {{triggerData.city}}', { parameters }));
      await app.seed.flow(other, tool('paused', 'x'), false);
      await app.seed.flow(other, graph([node('start', 'trigger.manual')]));
      const client = await connect(mine, other, mode);

      expect((await client.listTools()).tools).toEqual([
        {
          name: 'weather',
          description: 'Tells the weather.',
          inputSchema: parameters,
          _meta: { flowId: weather.id },
        },
      ]);
      const answer = await client.callTool({ name: 'weather', arguments: { city: 'Vigo' } });
      expect(answer).toMatchObject({
        content: [{ type: 'text', text: '{"text":"Sunny in Vigo"}' }],
        structuredContent: { text: 'Sunny in Vigo' },
        _meta: { status: 'completed' },
      });
      const { executionId } = answer._meta as { executionId: string };
      const { body } = await app.rest(`GET /workspaces/${other.workspaceId}/flows/executions/${executionId}`, {
        as: other.token,
      });
      expect(body.data).toMatchObject({ trigger: 'ai_tool', triggerData: { city: 'Vigo' } });
      const audit = await app.rest(`GET /workspaces/${other.workspaceId}/audit-log`, { as: other.token });
      expect(audit.body.data).toEqual(
        expect.arrayContaining([expect.objectContaining({ action: 'callFlowTool', targetId: weather.id })]),
      );
    },
  );

  test('returns invalid arguments and failed executions to the model', async () => {
    await app.seed.flow(owner, tool('forecast', 'x', { parameters }));
    const start = node('start', 'trigger.aiTool', { toolName: 'closed', description: 'Stops.' });
    const stop = node('stop', 'logic.stop', { status: 'failed', message: 'Closed today' });
    await app.seed.flow(owner, graph([start, stop], 'start>stop'));
    const client = await connect(key, owner);
    expect(await client.callTool({ name: 'forecast', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("must have required property 'city'") }],
    });
    expect(await client.callTool({ name: 'closed' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('Closed today') }],
    });
    await expect(client.callTool({ name: 'nothing' })).rejects.toThrow('Tool nothing not found');
  });

  test('gives flows with the same name unique tool names', async () => {
    const other = await app.seed.owner();
    const first = await app.seed.flow(other, tool('same', 'first'));
    const second = await app.seed.flow(other, tool('same', 'second'));
    const client = await connect(other.token, other);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(['same', `same_${second.id.slice(-6)}`]);
    expect(first.id < second.id).toBe(true);
    const answers = await Promise.all(names.map((name) => client.callTool({ name })));
    expect(answers.map(({ structuredContent }) => structuredContent)).toEqual([{ text: 'first' }, { text: 'second' }]);
  });

  test('lists more than a hundred tools in pages', async () => {
    const other = await app.seed.owner();
    const { id } = await app.seed.flow(other, tool('tool', 'x'));
    await app.services.db.pool.query(
      `with made as (
         insert into flows (workspace_id, name, settings, is_active)
         select workspace_id, name, settings, true from flows, generate_series(1, 104) where id = $1 returning workspace_id, id
       ) insert into flow_triggers (workspace_id, flow_id, node_id, position, type, config, is_active)
       select m.workspace_id, m.id, t.node_id, 0, t.type, t.config, true from made m
       join flow_triggers t on t.workspace_id = m.workspace_id and t.flow_id = $1`,
      [id],
    );
    const client = await connect(other.token, other);
    const all: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.request({ method: 'tools/list', params: cursor ? { cursor } : {} });
      all.push(...page.tools.map(({ name }) => name));
      expect(page.tools.length).toBeLessThanOrEqual(100);
      cursor = page.nextCursor;
    } while (cursor);
    expect(new Set(all).size).toBe(105);
    await expect(client.request({ method: 'tools/list', params: { cursor: 'x' } })).rejects.toThrow('cursor');
  });

  test('accepts only callers with flows:execute, with the errors of every other route', async () => {
    const stranger = await app.seed.owner();
    const reader = await app.seed.apiKey(owner, ['flows:read']);
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect(await post(undefined, owner, list)).toMatchObject({
      status: 401,
      body: { success: false, error: { code: 'UNAUTHENTICATED' } },
    });
    expect(await post('wak_nothing', owner, list)).toMatchObject({
      status: 401,
      body: { error: { code: 'INVALID_TOKEN' } },
    });
    expect(await post(stranger.token, owner, list)).toMatchObject({
      status: 404,
      body: { error: { code: 'NOT_FOUND' } },
    });
    expect(await post(reader, owner, list)).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
    expect(await post(reader, owner, '{')).toMatchObject({ status: 403 });
    expect(await post(key, owner, '{')).toMatchObject({ status: 400, body: { error: { code: 'BAD_REQUEST' } } });
    expect(await post(key, owner, [list])).toMatchObject({ status: 400, body: { error: { code: 'BAD_REQUEST' } } });
    expect(await post(key, owner, 'x'.repeat(1024 * 1024 + 1))).toMatchObject({ status: 413 });
    expect(await post(key, owner, list, { accept: 'text/html' })).toMatchObject({ status: 406 });
    for (const method of ['GET', 'DELETE']) {
      expect(await app.rest(`${method} /workspaces/${owner.workspaceId}/mcp`, { as: key })).toMatchObject({
        status: 405,
      });
    }
  });
});

describe('the limits of the MCP server', () => {
  test('count each request once, and refuse requests over the limit', async () => {
    const limited = await startTestApp({ database: app.database, limits: { perMinute: 3 } });
    try {
      const other = await app.seed.owner();
      const ask = () =>
        fetch(`${limited.url}/workspaces/${other.workspaceId}/mcp`, {
          method: 'POST',
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'nothing' } }),
          headers: {
            authorization: `Bearer ${other.token}`,
            accept: 'application/json, text/event-stream',
            'content-type': 'application/json',
          },
        });
      const answers = [await ask(), await ask(), await ask(), await ask()];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
      expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await limited.stop();
    }
  });
});
