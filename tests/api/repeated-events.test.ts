import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { node } from '../support/graphs.js';
import type { Owner } from '../support/seed.js';

const secret = 'secret-of-the-sender';
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  const body = { name: 'shared', value: secret };
  await app.rest(`POST /workspaces/${owner.workspaceId}/flows/secrets`, { as: owner.token, body });
});
afterAll(() => app.stop());

const hook = (data: Record<string, unknown>) =>
  app.seed.flow(owner, { nodes: [node('start', 'trigger.webhook', data)], edges: [] });

async function post(path: string, body: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(app.url + path, { method: 'POST', headers, body });
  const { data, error } = (await response.json()) as { data?: { executionId: string }; error?: { message: string } };
  if (!data) throw new Error(error?.message);
  return data.executionId;
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

async function startedByTwilio(calls: readonly [text: string, token?: string][]): Promise<number[]> {
  const { webhookPath } = await hook({ auth: { type: 'twilio', secretName: 'shared' } });
  const ids: string[] = [];
  for (const [text, token] of calls) {
    const fields = [...new URLSearchParams(text)].sort(([a], [b]) => (a < b ? -1 : 1)).flat();
    const signed = `${app.services.settings.publicUrl}${webhookPath}${fields.join('')}`;
    const signature = createHmac('sha1', secret).update(signed).digest('base64');
    const sent = { ...form, 'x-twilio-signature': signature, ...(token && { 'i-twilio-idempotency-token': token }) };
    ids.push(await post(webhookPath, text, sent));
  }
  return ids.map((id) => ids.indexOf(id));
}

describe('events of Twilio about one message or call', () => {
  test.each([
    ['results of dialling', 'CallSid=CA1&CallStatus=in-progress&DialCallStatus=', ['busy', 'completed']],
    ['members of a conference', 'CallSid=CA1&StatusCallbackEvent=participant-', ['join', 'leave']],
    ['results of a queue', 'CallSid=CA1&CallStatus=in-progress&QueueResult=', ['bridged', 'hangup']],
    ['parts of speech', 'CallSid=CA1&UnstableSpeechResult=', ['he', 'hello']],
    ['changes of a message', 'MessageSid=IM1&EventType=', ['onMessageAdded', 'onMessageUpdated']],
  ])('are different ones: %s', async (_what, text, values) => {
    const calls = [...values, values[1]].map((value): [string] => [text + value]);
    expect(await startedByTwilio(calls)).toEqual([0, 1, 1]);
  });

  test('are known by the token of Twilio, if one comes twice', async () => {
    const text = 'CallSid=CA1&CallStatus=in-progress&Digits=1';
    const again = `${text}&ErrorCode=11200&ErrorUrl=https%3A%2F%2Fa.example`;
    expect(
      await startedByTwilio([
        [text, 't1'],
        [again, 't1'],
        [text, 't2'],
      ]),
    ).toEqual([0, 0, 2]);
  });
});

test('equal values of a dedupeKey are one event, however their sender orders the keys', async () => {
  const { webhookPath } = await hook({ dedupeKey: '{{triggerData.event}}' });
  const send = (event: string) => post(webhookPath, `{"event":${event}}`, json);
  const started = await send('{"order":{"id":7,"shop":"a"},"lines":[{"sku":"x","n":1},2],"__proto__":1}');
  expect(await send('{"__proto__":1,"lines":[{"n":1,"sku":"x"},2],"order":{"shop":"a","id":7}}')).toBe(started);
  expect(await send('{"__proto__":2,"lines":[{"n":1,"sku":"x"},2],"order":{"shop":"a","id":7}}')).not.toBe(started);
  expect(await send('{"__proto__":1,"lines":[2,{"n":1,"sku":"x"}],"order":{"shop":"a","id":7}}')).not.toBe(started);
});

test('no key of a caller stands for an event that has yet to come', async () => {
  const { id, webhookPath } = await hook({ dedupeKey: '{{triggerData.id}}' });
  const former = `webhook-${createHash('sha256').update('dedupe order-1').digest('hex')}`;
  const taken = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/${id}/trigger`, {
    as: owner.token,
    body: {},
    headers: { 'idempotency-key': former },
  });
  expect(taken.status).toBe(202);
  const started = await post(webhookPath, '{"id":"order-1"}', json);
  expect(await post(webhookPath, '{"id":"order-1","try":2}', json)).toBe(started);
  const { rows } = await app.services.db
    .within(owner.workspaceId)
    .query<{ key: string }>('select key from idempotency_keys where flow_id = $1 and key <> $2', [id, former]);
  expect(rows.map(({ key }) => /^[\x20-\x7e]*$/.test(key))).toEqual([false]);
});

test('integers that JSON does not hold exactly identify no event', async () => {
  const { webhookPath } = await hook({ dedupeKey: '{{triggerData.id}}' });
  const ids: string[] = [];
  for (const id of ['9007199254740993', '9007199254740992', '9007199254740991', '9007199254740991'])
    ids.push(await post(webhookPath, `{"id":${id}}`, json));
  expect(ids.map((id) => ids.indexOf(id))).toEqual([0, 1, 2, 2]);
});
