import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { insertLargeRun } from '../support/large-runs.js';
import type { Owner } from '../support/seed.js';
import { waitFor } from '../support/wait-for.js';

/** More than the buffers of a connection hold, so that an answer is written only while its client reads. */
const steps = Array(16).fill({ output: 1024 * 1024 });

let app: TestApp;
let owner: Owner;
let other: Owner;

beforeAll(async () => {
  app = await startTestApp({ answers: { slotsPerCaller: 1, slots: 2, waitMs: 100 } });
  [owner, other] = await Promise.all([seedOwner(), seedOwner()]);
});

afterAll(() => app.stop());

async function seedOwner(): Promise<Owner> {
  const seeded = await app.seed.owner();
  const flow = await app.seed.flow(seeded, graph([node('start', 'trigger.manual')]), false);
  await insertLargeRun(app, seeded, flow.id, { steps });
  return seeded;
}

const queryOf = ({ workspaceId }: Owner) =>
  `{ workspace(id: "${workspaceId}") { executions { items { steps: allSteps { output } } } } }`;

/** Asks for a large answer. The promise is kept once its head is there; its body comes only when it is read. */
async function begin(of: Owner, as = of.token): Promise<IncomingMessage> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${as}` };
  const asked = request(`${app.url}/graphql`, { method: 'POST', headers, agent: false });
  asked.end(JSON.stringify({ query: queryOf(of) }));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return answer;
}

async function end(answer: IncomingMessage): Promise<{ errors?: { extensions: { code: string } }[]; data: unknown }> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString());
}

async function codeOf(answer: IncomingMessage): Promise<string | undefined> {
  return (await end(answer)).errors?.[0]?.extensions.code;
}

/** Asks until there is a slot again: when a connection's end is seen is up to the system. */
async function answered(of: Owner): Promise<void> {
  for (;;) if ((await codeOf(await begin(of))) === undefined) return;
}

/** Whether a caller could make a large answer now. Those of all keys of a workspace count by its id. */
function hasSlot(caller: string): Promise<boolean> {
  const { answers } = app.services;
  return answers.acquire(caller, null).then(
    (release) => {
      release();
      return true;
    },
    () => false,
  );
}

describe('large answers at once', () => {
  test('wait for one another, and are refused with Retry-After where that takes too long', async () => {
    const unread = await begin(owner);
    const refused = await begin(owner);
    expect(await end(refused)).toMatchObject({
      errors: [{ extensions: { code: 'RATE_LIMITED', status: 429, retryAfter: 5 } }],
    });
    expect(await codeOf(await begin(other))).toBeUndefined();
    expect(await codeOf(unread)).toBeUndefined();
    await answered(owner);
  });

  test('are counted together for all keys of a workspace', async () => {
    const [one, two] = await Promise.all([app.seed.apiKey(owner), app.seed.apiKey(owner)]);
    const unread = await begin(owner, one);
    expect(await codeOf(await begin(owner, two))).toBe('RATE_LIMITED');
    unread.destroy();
    await answered(owner);
  });

  test('leave small ones alone', async () => {
    const unread = await begin(owner);
    const { errors } = await app.graphql(
      `{ workspace(id: "${owner.workspaceId}") { flows { items { nodes settings { triggerType storedTriggerConfig } } } } }`,
      {},
      owner.token,
    );
    expect(errors).toBeUndefined();
    unread.destroy();
    await answered(owner);
  });

  test('make room when their client leaves', async () => {
    (await begin(owner)).destroy();
    await answered(owner);
  });

  test('are counted on sockets until they were written', async () => {
    const key = await app.seed.apiKey(owner);
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } }));
    await once(socket, 'message');
    socket.pause();
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: queryOf(owner) } }));
    await waitFor(async () => !(await hasSlot(owner.workspaceId)));
    expect(await codeOf(await begin(owner, key))).toBe('RATE_LIMITED');
    socket.terminate();
    await waitFor(() => hasSlot(owner.workspaceId));
  });
});
