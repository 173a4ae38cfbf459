import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../../support/app.js';
import { waitFor } from '../../../../support/wait-for.js';
import { HoldStage, Receiver } from './stage.js';

/** As many as an environment asks for: 10,000 take minutes. */
const flood = Number(process.env.HOLD_FLOOD ?? 300);
const atOnce = 50;

let app: TestApp;
let receiver: Receiver;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  receiver = new Receiver();
}, 60_000);

afterAll(async () => {
  receiver.close();
  await app.stop();
});

test(`a flood of ${flood} executions gives one alert, waits, and is released in order`, async () => {
  const owner = await app.seed.owner();
  const stage = new HoldStage(app, owner, receiver);
  await stage.listen('flow.held');
  const settings = { hold: { failures: 3, seconds: 300 }, maxConcurrent: 1 };
  const flowId = await stage.flow(settings);
  for (let n = 0; n < 3; n += 1) await stage.fail(flowId);
  const hold = await stage.opened(flowId);
  const requests = receiver.requests;
  for (let n = 0; n < flood; n += 1) {
    await stage.start(flowId, n);
    if (n % atOnce === 0) await waitFor(async () => (await stage.opened(flowId)).executions > n - atOnce);
  }
  await waitFor(async () => (await stage.opened(flowId)).executions === flood, { timeoutMs: 600_000 });
  expect(receiver.requests).toBe(requests);
  receiver.status = 200;
  const answer = await stage.call('POST', `/flows/holds/${hold.id}/release`);
  expect(answer).toMatchObject({ status: 200, body: { data: { state: 'releasing' } } });
  await waitFor(async () => receiver.received.length === flood, { timeoutMs: 600_000 });
  expect(receiver.received).toEqual(Array.from({ length: flood }, (_, n) => n));
  expect(await stage.closed(hold.id)).toMatchObject({ state: 'released', settled: flood });
  expect(await stage.events('flow.held')).toHaveLength(1);
}, 1_800_000);
