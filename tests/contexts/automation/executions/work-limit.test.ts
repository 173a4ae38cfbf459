import { afterAll, beforeAll, expect, test } from '@jest/globals';
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

async function ended(step: ReturnType<typeof node>, triggerData: object) {
  const content = graph([node('start', 'trigger.manual'), step], `start>${step.id}`);
  const { id } = await app.seed.flow(owner, content);
  return reached(app, owner, await trigger(app, owner, id, { triggerData }));
}

test('a step whose conditions need too much work together fails with WORK_LIMIT', async () => {
  const condition = { left: '{{triggerData.text}}', operator: 'matches', right: '(.*a){100}$' };
  const conditions = Array.from({ length: 50 }, () => condition);
  const execution = await ended(node('check', 'logic.if', { conditions }), { text: 'a'.repeat(5_000) });
  expect(execution).toMatchObject({ status: 'failed', error: { code: 'WORK_LIMIT', nodeId: 'check' } });
  expect(execution.steps[1]).toMatchObject({ nodeId: 'check', attempt: 1, error: { code: 'WORK_LIMIT' } });
});

test('an expression that a node evaluates pays from the same limit as its fields', async () => {
  const transform = node('transform', 'data.transform', {
    expression: 'triggerData.many.map(a, triggerData.many.map(b, a + b))',
  });
  const execution = await ended(transform, { many: Array.from({ length: 2_000 }, (_, n) => n) });
  expect(execution.error).toMatchObject({
    code: 'WORK_LIMIT',
    message: expect.stringContaining('{{ triggerData.many'),
  });
});
