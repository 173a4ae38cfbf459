import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { awaitEnd } from '../../../../src/contexts/automation/executions/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
});

afterAll(() => app.stop());

const parameters = {
  type: 'object',
  properties: { city: { type: 'string', pattern: '^[A-Z]' }, days: { type: 'integer', minimum: 1 } },
  required: ['city'],
  additionalProperties: false,
};

function tool(toolName: string, value: string, more: Record<string, unknown> = {}) {
  return graph(
    [
      node('start', 'trigger.aiTool', { toolName, description: 'Returns the weather.', ...more }),
      node('answer', 'data.set', { assignments: [{ name: 'text', value }] }),
    ],
    'start>answer',
  );
}

const flows = () => `/workspaces/${owner.workspaceId}/flows`;
const call = (flowId: string, body?: unknown) => app.rest(`POST ${flows()}/${flowId}/call`, { as: owner.token, body });

describe('flows as tools', () => {
  test('are listed if they are active, with the JSON Schema of their arguments', async () => {
    const other = await app.seed.owner();
    const { id } = await app.seed.flow(other, tool('weather', 'x', { parameters }));
    const bare = await app.seed.flow(other, tool('bare', 'x'));
    await app.seed.flow(other, tool('paused', 'x'), false);
    const { body } = await app.rest(`GET /workspaces/${other.workspaceId}/flows/tools?sortBy=name&sortOrder=desc`, {
      as: other.token,
    });
    expect(body.data).toEqual([
      { flowId: id, nodeId: 'start', name: 'weather', description: 'Returns the weather.', parameters },
      {
        flowId: bare.id,
        nodeId: 'start',
        name: 'bare',
        description: 'Returns the weather.',
        parameters: { type: 'object', properties: {} },
      },
    ]);
    expect(body.pagination).toEqual({ page: 1, limit: 20, total: 2, totalPages: 1, nextCursor: null });
  });

  test('run with the arguments and return the result', async () => {
    const { id } = await app.seed.flow(owner, tool('weather', 'Sunny in {{triggerData.city}}', { parameters }));
    const answer = await call(id, { arguments: { city: 'Vigo', days: 2 } });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      executionId: expect.any(String),
      status: 'completed',
      output: { text: 'Sunny in Vigo' },
      error: null,
    });
    const { executionId } = answer.body.data as { executionId: string };
    expect(await reached(app, owner, executionId)).toMatchObject({ trigger: 'ai_tool' });
  });

  test('refuse arguments that do not match, each by name, and start nothing', async () => {
    const { id } = await app.seed.flow(owner, tool('weather', 'x', { parameters }));
    const answer = await call(id, { arguments: { city: 'vigo', days: 0, country: 'ES' } });
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('VALIDATION_FAILED');
    expect(answer.body.error.details?.map(({ field }) => field).sort()).toEqual([
      'arguments',
      'arguments.city',
      'arguments.days',
    ]);
    expect((await call(id)).body.error.details).toEqual([
      { field: 'arguments', rule: 'PARAMETERS_INVALID', message: "arguments must have required property 'city'." },
    ]);
    const { body } = await app.rest(`GET ${flows()}/${id}/executions`, { as: owner.token });
    expect(body.pagination.total).toBe(0);
  });

  test('return the error of a failed execution', async () => {
    const content = graph(
      [
        node('start', 'trigger.aiTool', { toolName: 'stop', description: 'Stops.' }),
        node('stop', 'logic.stop', { status: 'failed', message: 'Closed today' }),
      ],
      'start>stop',
    );
    const { id } = await app.seed.flow(owner, content);
    const answer = await call(id);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ status: 'failed', output: null, error: { message: 'Closed today' } });
  });

  test('refuse calls if the flow has another trigger or is paused', async () => {
    const manual = await app.seed.flow(owner, graph([node('start', 'trigger.manual')]));
    expect((await call(manual.id)).body.error).toMatchObject({ code: 'CONFLICT' });
    const paused = await app.seed.flow(owner, tool('weather', 'x'), false);
    expect(await call(paused.id)).toMatchObject({ status: 409, body: { error: { code: 'FLOW_PAUSED' } } });
  });

  test('cannot be activated if their parameters are not a JSON Schema', async () => {
    for (const broken of [{ type: 'object', properties: 3 }, { $ref: 'https://example.com/schema' }]) {
      const { id } = await app.seed.flow(owner, tool('weather', 'x', { parameters: broken }), false);
      const answer = await app.rest(`PATCH ${flows()}/${id}`, { as: owner.token, body: { isActive: true } });
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'FLOW_INVALID' } } });
    }
  });
});

describe('waiting for the end of an execution', () => {
  test('returns as soon as it has ended, or its current state after the time limit', async () => {
    const wait = (seconds: number) =>
      graph([node('start', 'trigger.manual'), node('wait', 'logic.delay', { seconds })], 'start>wait');
    const { workspaceId } = owner;
    const short = await trigger(app, owner, (await app.seed.flow(owner, wait(0.3))).id);
    const key = { workspaceId, executionId: short };
    expect(await awaitEnd(app.services, key)).toMatchObject({ status: 'completed' });
    expect(await awaitEnd(app.services, key, { withinMs: 0 })).toMatchObject({ status: 'completed' });

    const long = await trigger(app, owner, (await app.seed.flow(owner, wait(60))).id);
    expect(await awaitEnd(app.services, { workspaceId, executionId: long }, { withinMs: 50 })).toEqual({
      executionId: long,
      status: 'running',
      output: null,
      error: null,
    });
    const client = new AbortController();
    const waiting = awaitEnd(app.services, { workspaceId, executionId: long }, { signal: client.signal });
    client.abort();
    expect(await waiting).toMatchObject({ status: 'running' });
  });
});
