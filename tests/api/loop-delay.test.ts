import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let delay = 0;

beforeAll(async () => {
  app = await startTestApp({ loopDelay: { p99: () => delay, stop: () => undefined } });
});

afterAll(() => app.stop());

test('the server is not ready while its event loop is held', async () => {
  delay = 900;
  expect(await app.rest('GET /readyz')).toMatchObject({ status: 200 });
  delay = 1_250;
  expect(await app.rest('GET /readyz')).toMatchObject({
    status: 503,
    body: { reason: 'The event loop of this process is held: 1 of 100 callbacks waits 1250 ms or longer.' },
  });
  expect(await app.rest('GET /healthz')).toMatchObject({ status: 200 });
  // What was too much is over only once it is well below.
  delay = 900;
  expect(await app.rest('GET /readyz')).toMatchObject({ status: 503 });
  delay = 400;
  expect(await app.rest('GET /readyz')).toMatchObject({ status: 200 });
  delay = 900;
  expect(await app.rest('GET /readyz')).toMatchObject({ status: 200 });
});

test('the delay of the event loop is a metric', async () => {
  delay = 1_250;
  const text = await (await fetch(`${app.url}/metrics`)).text();
  expect(text).toMatch(/^event_loop_delay_p99_seconds 1.25$/m);
});
