import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type LoopbackServer, startLoopbackServer } from '../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { reached, trigger } from '../support/run.js';
import { spawnWorker } from './spawn-worker.js';

let app: TestApp;
let twilio: LoopbackServer;
const workers = new Set<ChildProcess>();

beforeAll(async () => {
  app = await startTestApp();
  twilio = await startLoopbackServer({
    '/2010-04-01/Accounts/AC1/Messages.json': (_request, response) => {
      response.writeHead(201, { 'content-type': 'application/json' }).end(`{"sid":"SM${twilio.received.length}"}`);
    },
  });
}, 60_000);

afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await twilio.close();
  await app.stop();
});

async function startWorker(point?: string): Promise<ChildProcess> {
  const settings = { baseUrl: twilio.origin, accountSid: 'AC1', authToken: 'token', fromNumber: '+15550100' };
  const worker = spawnWorker({
    url: app.database.url,
    point,
    times: 1,
    leaseSeconds: 2,
    providers: { twilio: settings },
  });
  workers.add(worker);
  worker.once('exit', () => workers.delete(worker));
  await once(worker.stdout as NodeJS.ReadableStream, 'data');
  return worker;
}

describe('a message whose worker is killed', () => {
  test.each(['before-effect', 'after-effect'])(
    '%s is sent once',
    async (point) => {
      const owner = await app.seed.owner();
      const before = twilio.received.length;
      const content = graph(
        [node('start', 'trigger.manual'), node('sms', 'message.sms', { to: '+34600000001', text: 'Hi' })],
        'start>sms',
      );
      const flow = await app.seed.flow(owner, content);
      const killed = await startWorker(point);
      const id = await trigger(app, owner, flow.id);
      const [, signal] = await once(killed, 'exit');
      expect(signal).toBe('SIGKILL');
      const healthy = await startWorker();
      const run = await reached(app, owner, id);
      expect(run.status).toBe('completed');
      expect(run.output).toEqual({ messageId: `SM${before + 1}`, segments: 1 });
      expect(twilio.received.length - before).toBe(1);
      healthy.kill('SIGKILL');
    },
    60_000,
  );
});
