import { describe, expect, test } from '@jest/globals';
import { answerSchemaViolations } from '../../src/nodes/ai/json-schema.js';
import type { ModelAnswer, ModelRequest } from '../../src/nodes/index.js';
import { ProviderError } from '../../src/platform/providers/provider-error.js';
import { nodeOf, portsWith, refusedFields, runNode } from './run-node.js';

const usage = { promptTokens: 12, completionTokens: 3 };
const person = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const labels = [{ id: 'order', description: 'About an order' }, { id: 'Return' }];

async function ask(type: string, data: Record<string, unknown>, text: string, answer: Partial<ModelAnswer> = {}) {
  const requests: ModelRequest[] = [];
  const model = {
    complete: async (request: ModelRequest): Promise<ModelAnswer> => {
      requests.push(request);
      return { text, model: 'm', finish: 'stop', usage, source: 'platform', ...answer };
    },
  };
  return { ...(await runNode(type, data, { ports: portsWith({ model }) })), request: requests[0] as ModelRequest };
}

describe('ai.generate', () => {
  test('returns the text, and logs the tokens', async () => {
    const data = { prompt: 'Say hi', system: 'Be brief', model: 'big', temperature: '0.5', maxTokens: 9 };
    const { outcome, logs, request } = await ask('ai.generate', data, 'Hi!');
    expect(outcome).toEqual({ kind: 'done', output: { text: 'Hi!', model: 'm', usage } });
    expect(request).toEqual({ ...data, temperature: 0.5 });
    expect(logs).toEqual(['m (platform): 12 tokens in, 3 tokens out']);
  });

  test('reports when the answer was truncated', async () => {
    const { logs } = await ask('ai.generate', { prompt: 'Say hi' }, 'H', { finish: 'length' });
    expect(logs[1]).toContain('maxTokens');
  });

  test('returns an object that matches its schema, also from a block of Markdown', async () => {
    const data = { prompt: 'Who?', schema: person };
    expect((await ask('ai.generate', data, '{"name":"Ana"}')).outcome).toEqual({
      kind: 'done',
      output: { name: 'Ana' },
    });
    expect((await ask('ai.generate', data, '```json\n{"name":"Ana"}\n```')).outcome).toMatchObject({ kind: 'done' });
  });

  test.each([
    ['Ana', {}, 'it must be JSON'],
    ['{"name":1}', {}, '/name must be string'],
    ['{"na', { finish: 'length' as const }, 'Raise maxTokens'],
  ])('fails if the answer is %s, and can be retried', async (text, answer, why) => {
    const { outcome } = await ask('ai.generate', { prompt: 'Who?', schema: person }, text, answer);
    const error = { code: 'MODEL_ANSWER_INVALID', message: expect.stringContaining(why) };
    expect(outcome).toEqual({ kind: 'failed', error, retryable: true });
  });

  test('fails as its provider does', async () => {
    const complete = () => Promise.reject(new ProviderError('PROVIDER_REFUSED', 'No credit.', false));
    const { outcome } = await runNode('ai.generate', { prompt: 'x' }, { ports: portsWith({ model: { complete } }) });
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'PROVIDER_REFUSED', message: 'No credit.' },
      retryable: false,
    });
  });

  test('rejects an invalid JSON Schema', () => {
    expect(refusedFields('ai.generate', { prompt: 'x', schema: { type: 'thing' } })).toEqual(['schema']);
    expect(refusedFields('ai.generate', { prompt: 'x', schema: { enum: ['x'.repeat(40_000)] } })).toEqual(['schema']);
    expect(refusedFields('ai.generate', { prompt: '', schema: person })).toEqual(['prompt']);
  });
});

describe('ai.extract', () => {
  test('returns the object, and sends the schema to the model', async () => {
    const { outcome, request } = await ask('ai.extract', { input: 'I am Ana', schema: person }, '{"name":"Ana"}');
    expect(outcome).toEqual({ kind: 'done', output: { name: 'Ana' } });
    expect(request).toMatchObject({ prompt: 'I am Ana', schema: person });
    expect(request.system).toContain(JSON.stringify(person));
  });
});

describe('ai.classify', () => {
  test.each([
    ['{"label":"order","confidence":0.9}', 'label:order', { label: 'order', confidence: 0.9 }],
    ['{"label":"return"}', 'label:Return', { label: 'Return' }],
    ['order', 'label:order', { label: 'order' }],
    ['"order"', 'label:order', { label: 'order' }],
    ['{"label":"other","confidence":1}', 'other', { label: null, confidence: 1 }],
    ['{"label":"weather","confidence":7}', 'other', { label: null }],
  ])('reads %s as %s', async (text, handle, output) => {
    const { outcome } = await ask('ai.classify', { input: 'Where is it?', labels }, text);
    expect(outcome).toEqual({ kind: 'done', handle, output });
  });

  test('fails if the answer names no label', async () => {
    const { outcome } = await ask('ai.classify', { input: 'x', labels }, '{"mood":"good"}');
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'MODEL_ANSWER_INVALID' } });
  });

  test('sends the labels to the model, and keeps the text separate from the instruction', async () => {
    const { request } = await ask('ai.classify', { input: 'Where is it?', labels }, 'order');
    expect(request.prompt).toBe('Where is it?');
    expect(request.system).toContain('- "order": About an order');
    expect(request.schema).toMatchObject({ properties: { label: { enum: ['order', 'Return', 'other'] } } });
  });

  test('has a handle for each label, other, and error', () => {
    expect((nodeOf('ai.classify').sourceHandles as (data: object) => string[])({ labels })).toEqual([
      'label:order',
      'label:Return',
      'other',
    ]);
    expect(nodeOf('ai.classify').errorHandle).toBe(true);
  });
});

describe('checking by a schema', () => {
  test('ends when a schema and value would take arbitrarily long', () => {
    const began = performance.now();
    expect(answerSchemaViolations({ type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`)[0]).toContain(
      'cannot be used',
    );
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [
        `d${n}`,
        { anyOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
      ]),
    );
    expect(
      answerSchemaViolations({ $ref: '#/$defs/d0', $defs: { ...$defs, d40: { type: 'number' } } }, 'x')[0],
    ).toContain('cannot be used');
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test('checks formats, and does not load other documents', () => {
    expect(answerSchemaViolations({ type: 'string', format: 'email' }, 'x')).toEqual(['it must match format "email"']);
    expect(answerSchemaViolations({ $ref: 'https://example.com/schema' }, 'x')[0]).toContain('cannot be used');
    expect(answerSchemaViolations({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'number' }, 1)).toEqual(
      [],
    );
  });
});
