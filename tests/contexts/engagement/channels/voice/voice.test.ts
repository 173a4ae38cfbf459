import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../../support/app.js';
import { graph, node } from '../../../../support/graphs.js';
import { reached, trigger } from '../../../../support/run.js';
import type { Owner } from '../../../../support/seed.js';
import { waitFor } from '../../../../support/wait-for.js';

let app: TestApp;
let owner: Owner;
let provider: Server;
/** The requests to the provider to place a call. */
const placed: { path: string; form: URLSearchParams; authorization: string }[] = [];

beforeAll(async () => {
  provider = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const form = new URLSearchParams(body);
      placed.push({ path: request.url ?? '', form, authorization: request.headers.authorization ?? '' });
      const isWrong = form.get('To') === '+34600000099';
      response.statusCode = isWrong ? 400 : 201;
      response.end(
        JSON.stringify(isWrong ? { code: 21211, message: 'No such number' } : { sid: `CA${placed.length}` }),
      );
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const twilio = {
    baseUrl,
    accountSid: 'AC1',
    authToken: 'secret',
    fromNumber: '+15550100',
    streamUrl: 'wss://bridge.example.com/',
  };
  app = await startTestApp({ worker: true, providers: { twilio } });
  owner = await app.seed.owner();
});

afterAll(async () => {
  await app.stop();
  provider.close();
});

type Row = Record<string, never> & { id: string };

async function call(method: string, path: string, body?: unknown): Promise<Row> {
  const answer = await app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, {
    as: owner.token,
    ...(body !== undefined && { body }),
  });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data as Row;
}

const runsOf = async (flowId: string) => (await call('GET', `/flows/${flowId}/executions`)) as unknown as Row[];

/** A flow whose output is the call that started it. */
const naming = (start: Record<string, unknown>) =>
  app.seed.flow(owner, {
    ...graph(
      [
        start as ReturnType<typeof node>,
        node('tell', 'data.set', { assignments: [{ name: 'status', value: '{{triggerData.status}}' }] }),
      ],
      'start>tell',
    ),
  });

const calling = (to: string, voiceAgentId: string) =>
  app.seed.flow(
    owner,
    graph([node('start', 'trigger.manual'), node('dial', 'voice.call', { to, voiceAgentId })], 'start>dial'),
  );

/** Reports the status of a call, as the provider does. @param key the auth token that signs the report; null for none */
async function report(form: URLSearchParams, said: Record<string, string>, key: string | null = 'secret') {
  const address = form.get('StatusCallback') as string;
  const { pathname, search } = new URL(address);
  const fields = Object.keys(said)
    .sort()
    .map((name) => name + said[name]);
  const signature = createHmac('sha1', key ?? '')
    .update(address + fields.join(''))
    .digest('base64');
  const answer = await fetch(`${app.url}${pathname}${search}`, {
    method: 'POST',
    body: new URLSearchParams(said),
    ...(key !== null && { headers: { 'x-twilio-signature': signature } }),
  });
  return answer.status;
}

describe('voice calls with a new status', () => {
  test('start the flows triggered by the status, and the flow of their agent when they end, each once', async () => {
    const atStart = await naming(node('start', 'trigger.voiceCall', { event: 'in_progress' }));
    const atEnd = await naming(node('start', 'trigger.voiceCall'));
    const after = await naming(node('start', 'trigger.manual'));
    const agent = await call('POST', '/voice-agents', { name: 'Reception', flowId: after.id });
    const ofOther = await call('POST', '/voice-agents', { name: 'Other' });
    const mine = await naming(node('start', 'trigger.voiceCall', { event: 'in_progress', voiceAgentId: ofOther.id }));
    const { id } = await call('POST', '/voice-calls', {
      voiceAgentId: agent.id,
      direction: 'inbound',
      from: '+34600000001',
      to: '+34910000001',
      status: 'in_progress',
    });
    expect(await call('GET', `/voice-calls/${id}`)).toMatchObject({ startedAt: expect.any(String), endedAt: null });
    for (let time = 0; time < 2; time += 1) {
      await call('PATCH', `/voice-calls/${id}`, {
        status: 'completed',
        transcript: [{ speaker: 'agent', text: 'Good morning' }],
        summary: 'Asked for a table',
      });
    }
    await call('PATCH', `/voice-calls/${id}`, { summary: 'Wants a table for two' });
    expect(await call('GET', `/voice-calls/${id}`)).toMatchObject({
      endedAt: expect.any(String),
      durationSeconds: expect.any(Number),
      summary: 'Wants a table for two',
    });
    for (const [flow, status] of [
      [atStart, 'in_progress'],
      [atEnd, 'completed'],
      [after, 'completed'],
    ] as const) {
      const runs = await runsOf(flow.id);
      expect(runs).toHaveLength(1);
      const run = await reached(app, owner, runs[0]?.id as string);
      expect(run).toMatchObject({ trigger: 'voice_call', status: 'completed', output: { status } });
    }
    expect(await runsOf(mine.id)).toEqual([]);
    const detail = await call('GET', `/flows/executions/${(await runsOf(after.id))[0]?.id}`);
    expect(detail.triggerData).toMatchObject({ id, transcript: [{ speaker: 'agent', text: 'Good morning' }] });
    const times = ['createdAt', 'updatedAt', 'startedAt', 'endedAt'].map((name) => detail.triggerData?.[name]);
    for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('stay ended, whatever is reported late, and start nothing again', async () => {
    const ringing = await naming(node('start', 'trigger.voiceCall', { event: 'ringing' }));
    const numbers = { direction: 'inbound', from: '+34600000001', to: '+34910000001' };
    const { id } = await call('POST', '/voice-calls', { ...numbers, status: 'completed' });
    for (const status of ['ringing', 'in_progress', 'failed']) {
      const path = `PATCH /workspaces/${owner.workspaceId}/voice-calls/${id}` as const;
      const { status: code, body } = await app.rest(path, { as: owner.token, body: { status } });
      expect([code, body.success ? '' : body.error.details?.[0]?.message]).toEqual([
        400,
        `status must not change to ${status}: the call is completed, which is final.`,
      ]);
    }
    expect(await call('GET', `/voice-calls/${id}`)).toMatchObject({ status: 'completed' });
    expect(await runsOf(ringing.id)).toEqual([]);
  });

  test('start a flow once that is both subscribed and of the agent, and no paused flow', async () => {
    const both = await naming(node('start', 'trigger.voiceCall', { event: 'no_answer' }));
    const agent = await call('POST', '/voice-agents', { name: 'Both', flowId: both.id });
    const reported = { direction: 'outbound', from: '+34600000001', to: '+34910000001', status: 'no_answer' };
    await call('POST', '/voice-calls', { ...reported, voiceAgentId: agent.id });
    expect(await runsOf(both.id)).toHaveLength(1);
    await call('PATCH', `/flows/${both.id}`, { isActive: false });
    await call('POST', '/voice-calls', { ...reported, voiceAgentId: agent.id });
    expect(await runsOf(both.id)).toHaveLength(1);
  });
});

describe('the node voice.call', () => {
  test.each([
    ['in-progress', 'answered'],
    ['busy', 'busy'],
    ['no-answer', 'noAnswer'],
    ['failed', 'failed'],
  ])('places a call and goes on by how it is taken: %s', async (said, handle) => {
    const agent = await call('POST', '/voice-agents', {
      name: 'Sales',
      firstMessage: 'Hello & welcome',
      language: 'en-GB',
      voice: 'amy',
    });
    const { id: contactId } = await call('POST', '/contacts', { phone: `+3461000000${said.length}` });
    const ways = ['answered', 'noAnswer', 'busy', 'failed'].map((way) =>
      node(way, 'data.set', { assignments: [{ name: 'way', value: way }] }),
    );
    const flow = await app.seed.flow(
      owner,
      graph(
        [
          node('start', 'trigger.manual'),
          node('dial', 'voice.call', { to: `+3461000000${said.length}`, voiceAgentId: agent.id }),
          ...ways,
        ],
        'start>dial',
        ...ways.map(({ id }) => `dial:${id}>${id}`),
      ),
    );
    const before = placed.length;
    const execution = await trigger(app, owner, flow.id);
    await waitFor(() => placed.length > before);
    const { path, form, authorization } = placed[before] as (typeof placed)[number];
    expect(path).toBe('/2010-04-01/Accounts/AC1/Calls.json');
    expect(authorization).toBe(`Basic ${Buffer.from('AC1:secret').toString('base64')}`);
    expect(form.get('From')).toBe('+15550100');
    expect(form.get('Twiml')).toContain(
      '<Say voice="amy" language="en-GB">Hello &amp; welcome</Say><Connect><Stream url="wss://bridge.example.com/">',
    );
    expect(await report(form, { CallStatus: 'ringing' })).toBe(200);
    expect(await report(form, { CallStatus: said })).toBe(200);
    const run = await reached(app, owner, execution);
    expect(run).toMatchObject({ status: 'completed', output: { way: handle } });
    const dial = run.steps.find(({ nodeId }) => nodeId === 'dial');
    const { callId } = (dial as { output: unknown }).output as { callId: string };
    expect(await call('GET', `/voice-calls/${callId}`)).toMatchObject({
      contactId,
      direction: 'outbound',
      voiceAgentId: agent.id,
      metadata: { executionId: execution, nodeId: 'dial' },
    });
    if (said !== 'in-progress') return;
    await report(form, { CallStatus: 'completed', CallDuration: '42', RecordingUrl: 'https://example.com/r.mp3' });
    await report(form, { CallStatus: 'completed', CallDuration: '4200' });
    await report(form, { CallStatus: 'ringing' });
    const minutes = await waitFor(async () => {
      const events = (await call('GET', '/usage/events?eventType=voice_minute')) as unknown as Row[];
      return events.length > 0 ? events : null;
    });
    expect(minutes).toEqual([
      expect.objectContaining({ source: 'platform', country: 'ES', quantity: expect.anything(), credits: '2.500000' }),
    ]);
    expect(await call('GET', `/voice-calls/${callId}`)).toMatchObject({
      status: 'completed',
      durationSeconds: 42,
      recordingUrl: 'https://example.com/r.mp3',
    });
  });

  test('is charged once, even if the bridge reports its end before the provider does', async () => {
    const agent = await call('POST', '/voice-agents', { name: 'Sales' });
    const paid = async () =>
      ((await call('GET', '/usage/events?eventType=voice_minute&limit=100')) as unknown as Row[]).length;
    const [before, dialled] = [await paid(), placed.length];
    await trigger(app, owner, (await calling('+34610000055', agent.id)).id);
    await waitFor(() => placed.length > dialled);
    const { form } = placed[dialled] as (typeof placed)[number];
    const [{ id }] = (await call('GET', `/voice-calls?voiceAgentId=${agent.id}`)) as unknown as [Row];
    // The provider has the request; that it accepted the call is stored after its response.
    const taken = 'select from voice_dials where voice_call_id = $1 and source is not null';
    await waitFor(async () => (await app.services.db.pool.query(taken, [id])).rowCount === 1);
    await call('PATCH', `/voice-calls/${id}`, { status: 'completed' });
    for (const said of ['42', '4200']) await report(form, { CallStatus: 'completed', CallDuration: said });
    expect(await paid()).toBe(before + 1);
    expect(await call('GET', `/voice-calls/${id}`)).toMatchObject({ durationSeconds: 42 });
  });

  test('continues with failed if the provider refuses, and fails for a contact with doNotContact', async () => {
    const agent = await call('POST', '/voice-agents', { name: 'Sales' });
    const refused = await reached(app, owner, await trigger(app, owner, (await calling('+34600000099', agent.id)).id));
    expect(refused).toMatchObject({
      status: 'failed',
      error: { code: 'PROVIDER_REFUSED', message: expect.stringContaining('No such number') },
    });
    expect(JSON.stringify(refused)).not.toContain('secret');
    const calls = (await call('GET', '/voice-calls?status=failed')) as unknown as Row[];
    expect(calls[0]).toMatchObject({ to: '+34600000099', endedAt: expect.any(String) });
    await call('POST', '/contacts', { phone: '+34600000098', doNotContact: true });
    const silent = await reached(app, owner, await trigger(app, owner, (await calling('+34600000098', agent.id)).id));
    expect(silent).toMatchObject({ status: 'failed', error: { code: 'DO_NOT_CONTACT' } });
    await call('PATCH', `/voice-agents/${agent.id}`, { isActive: false });
    const off = await reached(app, owner, await trigger(app, owner, (await calling('+34600000097', agent.id)).id));
    expect(off).toMatchObject({ status: 'failed', error: { code: 'REFUSED' } });
  });

  test('counts as answered in the sandbox, where no calls are placed', async () => {
    const tried = await startTestApp({ worker: true });
    try {
      const somebody = await tried.seed.owner();
      const { body } = await tried.rest(`POST /workspaces/${somebody.workspaceId}/voice-agents`, {
        as: somebody.token,
        body: { name: 'Sales' },
      });
      const { id: voiceAgentId } = body.data as Row;
      const dial = node('dial', 'voice.call', { to: '+34600000096', voiceAgentId });
      const { id } = await tried.seed.flow(somebody, graph([node('start', 'trigger.manual'), dial], 'start>dial'));
      const run = await reached(tried, somebody, await trigger(tried, somebody, id));
      expect(run).toMatchObject({ status: 'completed', output: { callId: expect.any(String), status: 'completed' } });
    } finally {
      await tried.stop();
    }
  });
});

describe('the callback URL of calls', () => {
  test('requires the signature of the account that placed the call, without which nothing changes', async () => {
    const agent = await call('POST', '/voice-agents', { name: 'Sales' });
    const before = placed.length;
    await trigger(app, owner, (await calling('+34610000066', agent.id)).id);
    await waitFor(() => placed.length > before);
    const { form } = placed[before] as (typeof placed)[number];
    const ended = { CallStatus: 'completed', CallDuration: '3600' };
    expect([await report(form, ended, null), await report(form, ended, 'another')]).toEqual([401, 401]);
    const [row] = (await call('GET', `/voice-calls?voiceAgentId=${agent.id}`)) as unknown as [Row];
    expect(row).toMatchObject({ status: 'ringing', durationSeconds: null });
    expect(await report(form, ended)).toBe(200);
  });

  test('requires the signature of the workspace’s own account for its calls, which use the server’s bridge', async () => {
    const other = await app.seed.owner();
    const as = { as: other.token };
    const at = `POST /workspaces/${other.workspaceId}`;
    const { origin } = new URL(`http://127.0.0.1:${(provider.address() as AddressInfo).port}`);
    const own = {
      TWILIO_ACCOUNT_SID: 'AC2',
      TWILIO_AUTH_TOKEN: 'own-secret',
      TWILIO_FROM_NUMBER: '+15550199',
      TWILIO_BASE_URL: origin,
    };
    for (const [name, value] of Object.entries(own))
      await app.rest(`${at}/flows/secrets`, { ...as, body: { name, value } });
    const made = await app.rest(`${at}/voice-agents`, { ...as, body: { name: 'Sales' } });
    const { id: voiceAgentId } = made.body.data as Row;
    const dial = node('dial', 'voice.call', { to: '+34610000077', voiceAgentId });
    const flow = await app.seed.flow(other, graph([node('start', 'trigger.manual'), dial], 'start>dial'));
    const before = placed.length;
    const execution = await trigger(app, other, flow.id);
    await waitFor(() => placed.length > before);
    const { form } = placed[before] as (typeof placed)[number];
    expect(form.get('Twiml')).toContain('<Connect><Stream url="wss://bridge.example.com/">');
    expect(await report(form, { CallStatus: 'busy' })).toBe(401);
    expect(await report(form, { CallStatus: 'in-progress' }, 'own-secret')).toBe(200);
    expect(await reached(app, other, execution)).toMatchObject({ status: 'completed' });
  });

  test('accepts only tokens that this server signed', async () => {
    for (const token of ['', 'x', 'x.y']) {
      const answer = await app.rest(`POST /voice/status?token=${token}`, { body: 'CallStatus=completed' });
      expect(answer).toMatchObject({ status: 401, body: { error: { code: 'INVALID_TOKEN' } } });
    }
  });
});
