import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type LoopbackServer, startLoopbackServer } from '../../../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let llm: LoopbackServer;
let app: TestApp;
let owner: Owner;
let answer: { status: number; body: object };

const said = (content: string | null, more: object = {}) => ({
  status: 200,
  body: {
    id: 'c-1',
    object: 'chat.completion',
    model: 'small-2026',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content, ...more } }],
    usage: { prompt_tokens: 21, completion_tokens: 4, total_tokens: 25 },
  },
});

beforeAll(async () => {
  llm = await startLoopbackServer({
    '/v1/chat/completions': (_request, response) => {
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    },
  });
  const settings = { baseUrl: `${llm.origin}/v1`, apiKey: 'sk-very-secret-key', model: 'small' };
  app = await startTestApp({ worker: true, providers: { llm: settings } });
  owner = await app.seed.owner();
}, 60_000);

afterAll(async () => {
  await app.stop();
  await llm.close();
});

async function ask(type: string, data: Record<string, unknown>, ...edges: string[]): Promise<SeenExecution> {
  const content = graph(
    [
      node('start', 'trigger.manual'),
      node('ask', type, data),
      node('after', 'data.set', { assignments: [{ name: 'seen', value: '{{steps.ask}}' }] }),
    ],
    'start>ask',
    ...edges,
  );
  const flow = await app.seed.flow(owner, content);
  const triggerData = { question: 'Where is my order?' };
  return reached(app, owner, await trigger(app, owner, flow.id, { triggerData }));
}

const stepOf = (run: SeenExecution) => run.steps.find(({ nodeId }) => nodeId === 'ask');
const asked = () => JSON.parse(llm.received.at(-1)?.body ?? '');

describe('a run that asks a model', () => {
  test('generates text; what it took stands in output and log', async () => {
    answer = said('On its way.');
    const run = await ask(
      'ai.generate',
      { prompt: '{{triggerData.question}}', system: 'Be kind.', temperature: 0, maxTokens: 50 },
      'ask:out>after',
    );
    const usage = { promptTokens: 21, completionTokens: 4 };
    expect(run.output).toEqual({ seen: { text: 'On its way.', model: 'small-2026', usage } });
    expect(stepOf(run)?.logs).toMatchObject([{ message: 'small-2026 (platform): 21 tokens in, 4 tokens out' }]);
    expect(asked()).toEqual({
      model: 'small',
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Where is my order?' },
      ],
      temperature: 0,
      max_tokens: 50,
    });
    expect(llm.received.at(-1)?.headers).toMatchObject({
      authorization: 'Bearer sk-very-secret-key',
      'idempotency-key': `${run.id}:ask:`,
    });
  });

  test('extracts an object and asks for its schema', async () => {
    answer = said('{"topic":"order"}');
    const schema = { type: 'object', properties: { topic: { type: 'string' } }, required: ['topic'] };
    const run = await ask('ai.extract', { input: '{{triggerData.question}}', schema, model: 'large' }, 'ask:out>after');
    expect(run.output).toEqual({ seen: { topic: 'order' } });
    expect(asked()).toMatchObject({
      model: 'large',
      response_format: { type: 'json_schema', json_schema: { schema } },
    });
  });

  test('goes the way of the label', async () => {
    answer = said('{"label":"order","confidence":0.75}');
    const labels = [{ id: 'order' }, { id: 'other-thing' }];
    const run = await ask('ai.classify', { input: '{{triggerData.question}}', labels }, 'ask:label:order>after');
    expect(run.output).toEqual({ seen: { label: 'order', confidence: 0.75 } });
  });

  test('tries again where the answer does not fit, and then leaves by error', async () => {
    const before = llm.received.length;
    answer = said('I cannot say.');
    const data = { prompt: 'x', schema: { type: 'object' }, retry: { attempts: 2, backoffSeconds: 0 } };
    const run = await ask('ai.generate', data, 'ask:error>after');
    expect(run.status).toBe('completed');
    expect(stepOf(run)).toMatchObject({ attempt: 2, error: { code: 'MODEL_ANSWER_INVALID' } });
    expect(llm.received.length - before).toBe(2);
  });

  test('fails as the provider says, and shows nobody its key', async () => {
    const before = llm.received.length;
    answer = { status: 401, body: { error: { message: 'Incorrect API key provided: sk-very-secret-key' } } };
    const run = await ask('ai.generate', { prompt: 'x', retry: { attempts: 3, backoffSeconds: 0 } }, 'ask:out>after');
    expect(run.error).toMatchObject({
      code: 'PROVIDER_REFUSED',
      message: 'The model rejected the request (401): Incorrect API key provided: ••••-key',
    });
    expect(JSON.stringify(run)).not.toContain('sk-very-secret-key');
    expect(llm.received.length - before).toBe(1);
    answer = { status: 529, body: {} };
    expect((await ask('ai.generate', { prompt: 'x' }, 'ask:out>after')).error).toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
    });
    answer = said(null, { refusal: 'I will not.' });
    expect((await ask('ai.generate', { prompt: 'x' }, 'ask:out>after')).error).toMatchObject({
      message: 'The model did not answer: I will not.',
    });
  });

  test('shows the model no secret', async () => {
    const body = { name: 'token', value: 'a-very-secret-token' };
    await app.rest(`POST /workspaces/${owner.workspaceId}/flows/secrets`, { as: owner.token, body });
    const before = llm.received.length;
    for (const data of [{ prompt: 'Call with {{boveda.token}}' }, { prompt: 'x', system: '{{boveda.token}}' }]) {
      await expect(ask('ai.generate', data, 'ask:out>after')).rejects.toThrow('SECRET_SINK');
    }
    expect(llm.received).toHaveLength(before);
  });

  test('says what to set where no model is set up', async () => {
    const none = await startTestApp({ worker: true });
    const its = await none.seed.owner();
    const content = graph([node('start', 'trigger.manual'), node('ask', 'ai.generate', { prompt: 'x' })], 'start>ask');
    const id = await trigger(none, its, (await none.seed.flow(its, content)).id);
    expect((await reached(none, its, id)).error).toMatchObject({
      code: 'PROVIDER_NOT_CONFIGURED',
      message: expect.stringContaining('LLM_MODEL'),
    });
    await none.stop();
  }, 30_000);

  test('has its labels checked for doubles', async () => {
    const content = graph(
      [
        node('start', 'trigger.manual'),
        node('ask', 'ai.classify', { input: 'x', labels: [{ id: 'a' }, { id: 'a' }] }),
        node('split', 'logic.split', {
          variants: [
            { id: 'b', weight: 1 },
            { id: 'b', weight: 1 },
          ],
        }),
      ],
      'start>ask',
      'ask:other>split',
    );
    const flow = await app.seed.flow(owner, content, false);
    const { body } = await app.rest(`GET /workspaces/${owner.workspaceId}/flows/${flow.id}/validate`, {
      as: owner.token,
    });
    const { issues } = body.data as { issues: { ruleId: string; field?: string }[] };
    expect(issues.filter(({ ruleId }) => ruleId === 'CASE_DUPLICATE').map(({ field }) => field)).toEqual([
      'labels[1].id',
      'variants[1].id',
    ]);
  });
});
