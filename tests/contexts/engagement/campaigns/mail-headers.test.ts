import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { type MailServer, startMailServer } from '../../../support/mail-server.js';
import { waitFor } from '../../../support/wait-for.js';

let mailServer: MailServer;
let app: TestApp;

beforeAll(async () => {
  mailServer = await startMailServer();
  app = await startTestApp({ worker: true, smtp: { url: mailServer.url, from: 'Shop <shop@example.com>' } });
}, 60_000);

afterAll(async () => {
  await app.stop();
  await mailServer.stop();
});

test('line breaks in merge fields and in names that were stored before add no header to a mail', async () => {
  const owner = await app.seed.owner();
  const token = await app.seed.apiKey(owner);
  const call = async (path: string, body?: object) => {
    const answer = await app.rest(`POST /workspaces/${owner.workspaceId}${path}`, { as: token, body });
    expect([answer.status, answer.body.error]).toEqual([expect.any(Number), undefined]);
    return answer.body.data as { id: string };
  };
  const customFields = { city: 'Madrid\r\nBcc: eve@example.com\r\n\r\nOther body', zip: '1\u2028\u0085X-Zip: 1' };
  const { id: contactId } = await call('/contacts', { name: 'Ana', email: 'ana@example.com', customFields });
  const text = { name: 'News', subject: 'For {{name}} of {{city}} {{zip}}', body: 'Hello' };
  const { id: templateId } = await call('/email-templates', text);
  await app.services.db.pool.query('update contacts set name = $2 where id = $1', [contactId, 'Ana\r\nX-Name: 1']);
  await app.services.db.pool.query('update email_templates set subject = $2 where id = $1', [
    templateId,
    `${text.subject}\nX-Old: 1`,
  ]);
  const campaign = { name: 'News', channel: 'email', templateId, audience: { all: true } };
  await call(`/campaigns/${(await call('/campaigns', campaign)).id}/send`);
  const mail = await waitFor(async () => mailServer.mails[0] ?? null);
  expect(mail.to).toEqual(['ana@example.com']);
  const [head = '', ...rest] = mail.raw.split('\r\n\r\n');
  const names = head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => line.split(':')[0]?.toLowerCase());
  expect(names).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(bcc|x-.*)$/)]));
  expect(names.filter((name) => name === 'subject')).toHaveLength(1);
  expect(rest.join()).toContain('Hello');
  expect(rest.join()).not.toContain('Other body');
});
