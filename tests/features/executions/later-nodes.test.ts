import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/app.js';
import { graph, node } from '../../support/graphs.js';
import { reached, statuses, trigger } from '../../support/run.js';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
}, 60_000);

afterAll(() => app.stop());

test('a run says which records this version lacks, and goes on where that is provided for', async () => {
  const owner = await app.seed.owner();
  const content = graph(
    [
      node('start', 'trigger.manual'),
      node('find', 'crm.stopSequence', { sequenceId: 's', contactId: 'c' }),
      node('call', 'voice.call', { to: '+34600000001', voiceAgentId: 'v' }),
      node('end', 'ai.agent', { agentId: 'a', input: 'Help' }),
    ],
    'start>find',
    'find:error>call',
    'call:failed>end',
  );
  const id = await trigger(app, owner, (await app.seed.flow(owner, content)).id);
  const run = await reached(app, owner, id);
  expect(statuses(run)).toEqual(['start: completed', 'find: failed', 'call: failed', 'end: failed']);
  expect(run.error).toMatchObject({
    code: 'NOT_AVAILABLE',
    message: expect.stringContaining('assistants'),
    nodeId: 'end',
  });
});
