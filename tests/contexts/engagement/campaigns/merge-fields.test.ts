import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import * as documents from '../../../../src/rest/generated/operations.js';
import { ask, surfaces } from '../../../api/both-surfaces.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { importCsv } from '../../../support/import-csv.js';
import { bodyOf, type MailServer, startMailServer } from '../../../support/mail-server.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

let mailServer: MailServer;
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  mailServer = await startMailServer();
  app = await startTestApp({ worker: true, smtp: { url: mailServer.url, from: 'Shop <shop@example.com>' } });
}, 60_000);

beforeEach(async () => {
  owner = await app.seed.owner();
  mailServer.mails.length = 0;
});

afterAll(async () => {
  await app.stop();
  await mailServer.stop();
});

type Row = Record<string, unknown> & { id: string };

async function call(method: string, path: string, body?: unknown): Promise<Row> {
  const answered = await refusedOr(method, path, body);
  if (answered.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answered.body)}`);
  return answered.body.data;
}

function refusedOr(method: string, path: string, body?: unknown) {
  return app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, {
    as: owner.token,
    ...(body !== undefined && { body }),
  });
}

/** The status, and the rule and message of each violation. */
async function refused(method: string, path: string, body?: unknown) {
  const { status, body: answer } = await refusedOr(method, path, body);
  const details = (answer.error?.details ?? []) as { field: string; rule: string; message: string }[];
  return { status, details };
}

async function template(subject: string, body: string): Promise<string> {
  return (await call('POST', '/email-templates', { name: 'News', subject, body })).id;
}

const email = (templateId: string) => ({ name: 'News', channel: 'email', templateId, audience: { all: true } });
const sms = (message: string) => ({ name: 'News', channel: 'sms', message, audience: { all: true } });

async function statusOf(id: string, status: string): Promise<Row> {
  return waitFor(async () => {
    const campaign = await call('GET', `/campaigns/${id}`);
    return campaign.status === status ? campaign : null;
  });
}

describe('placeholders of a campaign', () => {
  test('name custom fields without case and surrounding spaces, as an imported CSV file wrote them', async () => {
    await importCsv(
      app,
      owner,
      'Name,Email,City,First Name\nAna García,ana@example.com,Madrid,Ana\nBob,bob@example.com,,\n',
    );
    const templateId = await template(
      'Hi {{first name}} of {{ CITY }}',
      '{{city}}|{{contact.City}}|{{contact.customFields.city}}|{{NAME}}',
    );
    const { id } = await call('POST', '/campaigns', email(templateId));
    await call('POST', `/campaigns/${id}/send`);
    expect(await statusOf(id, 'sent')).toMatchObject({ sentCount: 2 });
    const [toAna, toBob] = mailServer.mails.toSorted((one, other) => String(one.to).localeCompare(String(other.to)));
    expect(toAna?.raw).toContain('Subject: Hi Ana of Madrid');
    expect(toAna && bodyOf(toAna)).toContain('Madrid|Madrid|Madrid|Ana Garc');
    expect(toBob && bodyOf(toBob)).toContain('|||Bob');
  });

  test.each(surfaces)('that name no field are refused over %s, with those that are known', async (surface) => {
    await call('POST', '/contacts', { name: 'Ana', customFields: { City: 'Madrid', plan: 'pro' } });
    const by = { as: owner.token, workspaceId: owner.workspaceId };
    const answer = await ask(app, surface, ['POST P/campaigns', documents.CreateCampaignDocument], {
      ...by,
      input: sms('Hi {{contact.name}} of {{city}}, {{nosuch}}'),
    });
    const text = JSON.stringify(answer);
    expect(text).toContain('MERGE_FIELD_UNKNOWN');
    expect(text).toContain('message contains {{nosuch}}, which must be a field or a custom field of contacts.');
    expect(text).toContain('name, email, phone');
    expect(text).toContain('Custom fields: City, plan.');
  });

  test('are checked in subject and body of its template, and in variables of a WhatsApp template', async () => {
    const wrong = await refused('POST', '/campaigns', email(await template('Hi {{nmae}}', '{{#if x}}')));
    expect(wrong.status).toBe(400);
    expect(wrong.details).toMatchObject([{ field: 'templateId', rule: 'MERGE_FIELD_UNKNOWN' }]);
    expect(wrong.details[0]?.message).toContain('{{nmae}}, {{#if x}}');
    const card = { name: 'news', body: 'Hi {{1}} {{order}}', variables: ['name', 'order'], language: 'es' };
    const { id: templateId } = await call('POST', '/whatsapp-templates', card);
    const campaign = { name: 'News', channel: 'whatsapp', templateId, audience: { all: true } };
    expect((await refused('POST', '/campaigns', campaign)).details[0]?.message).toContain('{{order}}');
  });

  test('belong to one workspace: a custom field of another one is unknown', async () => {
    await call('POST', '/contacts', { name: 'Ana', customFields: { City: 'Madrid' } });
    owner = await app.seed.owner();
    const { status, details } = await refused('POST', '/campaigns', sms('{{city}}'));
    expect(status).toBe(400);
    expect(details[0]?.message).toContain('Custom fields: none.');
  });

  test('are checked again when it is sent, and pause it when its template lost them later', async () => {
    await call('POST', '/contacts', { name: 'Ana', email: 'ana@example.com' });
    const templateId = await template('Hi', 'Hi {{name}}');
    const { id } = await call('POST', '/campaigns', email(templateId));
    await call('PATCH', `/email-templates/${templateId}`, { body: 'Hi {{nosuch}}' });
    expect(await refused('POST', `/campaigns/${id}/send`)).toMatchObject({
      status: 400,
      details: [{ field: 'templateId', rule: 'MERGE_FIELD_UNKNOWN' }],
    });
    expect(await refused('PATCH', `/campaigns/${id}`, { name: 'Old news' })).toMatchObject({ status: 200 });
    await call('PATCH', `/email-templates/${templateId}`, { body: 'Hi {{name}}' });
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    await call('PATCH', `/campaigns/${id}`, { status: 'scheduled', scheduledAt });
    await call('PATCH', `/email-templates/${templateId}`, { body: 'Hi {{nosuch}}' });
    await app.services.db.pool.query(
      `with due as (update campaigns set scheduled_at = now(), due_at = now() where id = $1) select pg_notify('campaigns', '')`,
      [id],
    );
    expect(await statusOf(id, 'paused')).toMatchObject({
      pausedReason: 'content',
      error: expect.stringContaining('{{nosuch}}'),
    });
    expect(await refused('POST', `/campaigns/${id}/resume`)).toMatchObject({ status: 400 });
    expect(mailServer.mails).toEqual([]);
    await call('PATCH', `/campaigns/${id}`, { templateId: await template('Hi', 'Hello {{name}}') });
    await call('POST', `/campaigns/${id}/resume`);
    expect(await statusOf(id, 'sent')).toMatchObject({ sentCount: 1, pausedReason: null, error: null });
  });

  test('are checked in the steps of sequences, which know their assistant too', async () => {
    const sequence = (message: string) => ({ name: 'Reminder', steps: [{ delayMinutes: 1, message }] });
    const known = 'Hi {{contact.name}} of {{workspace.name}}, {{agent.name}} {{sequence.name}} {{ Email }}';
    await call('POST', '/follow-up/sequences', sequence(known));
    expect(await refused('POST', '/follow-up/sequences', sequence('Hi {{contact.nmae}}'))).toMatchObject({
      status: 400,
      details: [{ field: 'steps[0].message', rule: 'MERGE_FIELD_UNKNOWN' }],
    });
  });
});
