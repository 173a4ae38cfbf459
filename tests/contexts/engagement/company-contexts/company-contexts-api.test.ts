import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bookTransfer } from '../../../../src/contexts/billing/usage/index.js';
import type { CompanyContext } from '../../../../src/contexts/engagement/company-contexts/index.js';
import { type LoopbackServer, startLoopbackServer } from '../../../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';

let outside: LoopbackServer;
let app: TestApp;
let other: TestApp;
let owner: Owner;
let modelAnswer: { status: number; text: string };

beforeAll(async () => {
  outside = await startLoopbackServer({
    '/': (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>Acme</title><a href="tel:+34600000001">Call</a><p>hello@acme.example</p>'),
    '/v1/chat/completions': (_request, response) => {
      const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: modelAnswer.text } }];
      response
        .writeHead(modelAnswer.status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ id: 'c1', object: 'chat.completion', created: 1, model: 'tiny-1', choices }));
    },
  });
  app = await startTestApp();
  // A second process on the same database, with a model configured on the server.
  const llm = { baseUrl: `${outside.origin}/v1`, apiKey: 'sk-platform-0123456789', model: 'tiny' };
  other = await startTestApp({ database: app.database, providers: { llm } });
  owner = await app.seed.owner();
});
afterAll(async () => {
  await other.stop();
  await app.stop();
  await outside.close();
});

async function call(route: string, body?: unknown, to = app): Promise<{ status: number; data: CompanyContext }> {
  const { status, body: answer } = await to.rest(
    route.replace(/ P\b/, ` /workspaces/${owner.workspaceId}/company-contexts`),
    { as: owner.token, ...(body !== undefined && { body }) },
  );
  return { status, data: answer.data };
}

const defaults = async () =>
  (
    await app.services.db.pool.query('select id from company_contexts where workspace_id = $1 and is_default', [
      owner.workspaceId,
    ])
  ).rows;

describe('of the contexts of a workspace', () => {
  test('exactly one is the default, even if several processes set it concurrently', async () => {
    const made = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        call('POST P', { name: `Context ${n}`, isDefault: true }, n % 2 ? app : other),
      ),
    );
    expect(made.map(({ status }) => status)).toEqual(Array(16).fill(201));
    expect(await defaults()).toHaveLength(1);
    const ids = made.map(({ data }) => data.id);
    const changed = await Promise.all(
      [...ids, ...ids].map((id, n) =>
        call(`PUT P/${id}`, { isDefault: n % 5 !== 0, description: `${n}` }, n % 2 ? other : app),
      ),
    );
    expect(changed.map(({ status }) => status)).toEqual(Array(32).fill(200));
    expect((await defaults()).length).toBeLessThanOrEqual(1);
    await call(`PUT P/${ids[3]}`, { isDefault: true });
    expect(await defaults()).toEqual([{ id: ids[3] }]);
    expect((await call('GET P/default')).data.id).toBe(ids[3]);
  });

  test('the database itself refuses a second default', async () => {
    const text = 'update company_contexts set is_default = true where workspace_id = $1';
    await expect(app.services.db.pool.query(text, [owner.workspaceId])).rejects.toMatchObject({
      constraint: 'company_contexts_default',
    });
  });

  test('deleting the default leaves none', async () => {
    const { data } = await call('GET P/default');
    await call(`DELETE P/${data.id}`);
    expect((await call('GET P/default')).status).toBe(404);
  });
});

describe('an assistant', () => {
  test('accepts only contexts of its workspace, and loses one that is deleted', async () => {
    const at = `/workspaces/${owner.workspaceId}/agents`;
    const { data } = await call('POST P', { name: 'Of an assistant' });
    const foreign = await app.seed.owner();
    const theirs = await app.rest(`POST /workspaces/${foreign.workspaceId}/company-contexts`, {
      as: foreign.token,
      body: { name: 'Theirs' },
    });
    const agent = (companyContextId: string) =>
      app.rest(`POST ${at}`, { as: owner.token, body: { name: 'Ada', companyContextId } });
    expect((await agent((theirs.body.data as CompanyContext).id)).body.error.details).toMatchObject([
      { field: 'companyContextId' },
    ]);
    const made = (await agent(data.id)).body.data as { id: string; companyContextId: string | null };
    expect(made.companyContextId).toBe(data.id);
    await call(`DELETE P/${data.id}`);
    expect((await app.rest(`GET ${at}/${made.id}`, { as: owner.token })).body.data).toMatchObject({
      companyContextId: null,
    });
  });
});

describe('a website that is read again', () => {
  test('replaces what was found, contactInfo by key, and keeps the other fields', async () => {
    const { data: made } = await call('POST P', {
      name: 'Acme',
      websiteUrl: outside.origin,
      description: 'Ours',
      services: ['Anvils'],
      contactInfo: { emails: ['old@acme.example'], desk: 'Ground floor' },
    });
    expect([made.companyName, made.analyzedAt]).toEqual(['Acme', null]);
    const { data: read } = await call(`POST P/${made.id}/rescrape`);
    expect(read).toMatchObject({
      name: 'Acme',
      services: ['Anvils'],
      analyzedAt: expect.any(String),
      contactInfo: { emails: ['hello@acme.example'], phones: ['+34600000001'], desk: 'Ground floor' },
    });
  });

  test('fills only fields that were not sent when the context is created', async () => {
    const sent = {
      name: 'Mine',
      websiteUrl: outside.origin,
      autoScrape: true,
      contactInfo: { emails: ['me@acme.example'] },
    };
    const { data } = await call('POST P', sent);
    expect(data).toMatchObject({ ...sent, companyName: 'Acme', analyzedAt: expect.any(String) });
    const without = await call('POST P', { name: 'Bare', autoScrape: true });
    expect([without.status, without.data.analyzedAt]).toEqual([201, null]);
  });
});

describe('a prompt', () => {
  const prompt = async (to: TestApp) => {
    const context = {
      name: 'Acme',
      industry: 'Tools',
      services: ['Anvils'],
      businessHours: 'Mo–Fr 9–18',
      faqs: [{ question: 'Do you deliver?', answer: 'Yes.' }],
    };
    const { data } = await call('POST P', context);
    return (
      await call(`POST P/${data.id}/generate-prompt`, { instructions: 'Ask for the order.', language: 'Spanish' }, to)
    ).data as unknown as { prompt: string; writtenBy: string; model: string | null; warning: string | null };
  };

  test('contains all that is known if there is no model', async () => {
    const { prompt: text, ...rest } = await prompt(app);
    expect(rest).toEqual({ writtenBy: 'template', model: null, warning: null });
    for (const part of [
      'Acme, Tools',
      '- Anvils',
      'Mo–Fr 9–18',
      'Q: Do you deliver?\nA: Yes.',
      'Ask for the order.',
      'Spanish',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/undefined|null|How to reach/);
  });

  test('is written by the configured model', async () => {
    modelAnswer = { status: 200, text: ' You are the voice of Acme. ' };
    expect(await prompt(other)).toEqual({
      prompt: 'You are the voice of Acme.',
      writtenBy: 'model',
      model: 'tiny-1',
      warning: null,
    });
    const request = JSON.parse(outside.received.at(-1)?.body ?? '{}');
    expect(request.messages.at(-1).content).toContain('Q: Do you deliver?');
  });

  test('comes from the template, with the reason, if the model fails', async () => {
    modelAnswer = { status: 500, text: '' };
    const { writtenBy, warning, prompt: text } = await prompt(other);
    expect([writtenBy, warning]).toEqual([
      'template',
      expect.stringMatching(/^The model failed, so the prompt comes from the template: /),
    ]);
    expect(text).toContain('Acme, Tools');
  });
});

describe('credits', () => {
  const usage = async (path: string, as: Owner) =>
    (await app.rest(`GET /workspaces/${as.workspaceId}/usage/${path}`, { as: as.token })).body.data as never;
  const analyze = async (as: Owner, websiteUrl: string) =>
    app.rest(`POST /workspaces/${as.workspaceId}/company-contexts/analyze-site`, {
      as: as.token,
      body: { websiteUrl },
    });

  test('are charged for a successful analysis only', async () => {
    const payer = await app.seed.owner();
    expect((await analyze(payer, outside.origin)).status).toBe(200);
    expect((await analyze(payer, `${outside.origin}/gone`)).status).toBe(400);
    expect((await analyze(payer, 'http://10.0.0.1/')).status).toBe(400);
    const events = (await usage('events?eventType=site_analysis', payer)) as object[];
    expect(events).toMatchObject([
      { eventType: 'site_analysis', source: 'platform', credits: '2.000000', metadata: { websiteUrl: outside.origin } },
    ]);
    expect(await usage('wallet', payer)).toMatchObject({ balance: '998.000000', reserved: '0.000000' });
  });

  test('an empty wallet refuses an analysis before the website is read', async () => {
    const payer = await app.seed.owner();
    const { rows } = await app.services.db.pool.query<{ id: string }>(
      'select account_id as id from workspaces where id = $1',
      [payer.workspaceId],
    );
    const booking = { kind: 'adjustment' as const, micros: -999_000_000n, reference: 'out' };
    await bookTransfer(app.services.db.pool, { accountId: rows[0]?.id as string, ...booking });
    const requests = outside.received.length;
    const { status, body } = await analyze(payer, outside.origin);
    expect([status, body.error.code]).toEqual([402, 'INSUFFICIENT_CREDITS']);
    expect(outside.received.length).toBe(requests);
  });

  test('are charged for a prompt by the model of the server', async () => {
    modelAnswer = { status: 200, text: 'You are Acme.' };
    const before = (await usage('events?eventType=ai_call', owner)) as object[];
    const { data } = await call('POST P', { name: 'Acme' });
    await call(`POST P/${data.id}/generate-prompt`, {}, other);
    await call(`POST P/${data.id}/generate-prompt`, {}, app);
    expect(await usage('events?eventType=ai_call', owner)).toHaveLength(before.length + 1);
  });
});
