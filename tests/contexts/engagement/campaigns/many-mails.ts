import { startTestApp } from '../../../support/app.js';
import { bodyOf, type ReceivedMail, startMailServer } from '../../../support/mail-server.js';
import { waitFor } from '../../../support/wait-for.js';

export interface ManyMails {
  /** Messages that the mail server received a second, from the first request to the last of them. */
  rate: number;
  received: number;
  recipients: number;
  links: number;
  /** What a message lacks, each with its recipient. */
  wrong: string[];
  unsubscribed: string[];
  asked: string[];
}

type Row = Record<string, unknown> & { id: string };

const address = '1 Main St, Springfield';
const postEach = 100;

/** Sends a campaign to `count` contacts over SMTP, looks at each message, and follows the links of some. */
export async function sendToMany(count: number): Promise<ManyMails> {
  const mailServer = await startMailServer();
  const app = await startTestApp({
    worker: true,
    smtp: { url: mailServer.url, from: 'Shop <shop@example.com>' },
  });
  try {
    const person = await app.seed.owner();
    const token = await app.seed.apiKey(person);
    const call = async (operation: string, body?: object): Promise<Row> => {
      const [method, path] = operation.split(' ');
      const answer = await app.rest(`${method} /workspaces/${person.workspaceId}${path}`, { as: token, body });
      if (answer.status >= 300) throw new Error(`${operation}: ${JSON.stringify(answer.body)}`);
      return answer.body.data;
    };
    await call('PATCH ', { postalAddress: address });
    const emails = Array.from({ length: count }, (_, n) => `ana${n}@example.com`);
    for (let from = 0; from < count; from += 1_000) {
      const contacts = emails.slice(from, from + 1_000).map((email) => ({ email, name: 'Ana' }));
      await call('POST /contacts/upsert', { contacts });
    }
    const template = await call('POST /email-templates', { name: 'News', subject: 'News', body: 'Hi {{name}}' });
    const campaign = { name: 'News', channel: 'email', templateId: template.id, audience: { all: true } };
    const { id } = await call('POST /campaigns', campaign);
    const start = performance.now();
    await call(`POST /campaigns/${id}/send`);
    const isDone = async () => (await call(`GET /campaigns/${id}`)).status === 'sent';
    await waitFor(isDone, { timeoutMs: 900_000 });
    const rate = mailServer.mails.length / ((performance.now() - start) / 1_000);
    const mails = [...mailServer.mails];
    const { wrong, asked } = await followLinks(mails, app.url);
    const { rows } = await app.services.db.pool.query(
      'select email from contacts where workspace_id = $1 and unsubscribed_at is not null',
      [person.workspaceId],
    );
    return {
      rate,
      wrong,
      asked,
      received: mails.length,
      recipients: new Set(mails.map(({ to }) => to.join())).size,
      links: new Set(mails.map((mail) => linkOf(mail)?.href)).size,
      unsubscribed: rows.map(({ email }: { email: string }) => email),
    };
  } finally {
    await app.stop();
    await mailServer.stop();
  }
}

/** Opens the link of each mail, and posts to some as mail programs do. */
async function followLinks(mails: readonly ReceivedMail[], url: string) {
  const wrong: string[] = [];
  const asked: string[] = [];
  for (const [index, mail] of mails.entries()) {
    const link = linkOf(mail);
    const lacks = lacking(mail, link);
    const at = `${url}/email-subscription?token=${link?.searchParams.get('token')}`;
    const shown = (await (await fetch(at)).json()) as { data?: { email?: string; subscribed?: boolean } };
    if (shown.data?.email !== mail.to[0] || !shown.data?.subscribed) lacks.push('a link of its own');
    if (lacks.length > 0) wrong.push(`${mail.to}: ${lacks.join(', ')}`);
    if (index % postEach || !link) continue;
    asked.push(String(mail.to[0]));
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    await fetch(`${url}${link.pathname}${link.search}`, { method: 'POST', body });
  }
  return { wrong, asked };
}

function headOf({ raw }: ReceivedMail): string {
  return raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
}

function linkOf(mail: ReceivedMail): URL | null {
  const url = /^List-Unsubscribe: <(.+)>$/im.exec(headOf(mail).replaceAll('\r', ''))?.[1] ?? '';
  return URL.canParse(url) ? new URL(url) : null;
}

/** What a marketing mail must have, and this one does not. */
function lacking(mail: ReceivedMail, link: URL | null): string[] {
  const body = bodyOf(mail);
  const has = {
    'one recipient': mail.to.length === 1,
    'List-Unsubscribe': link !== null,
    'List-Unsubscribe-Post': /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/im.test(headOf(mail)),
    'the postal address': body.includes(address),
    'the link in its footer': link !== null && body.includes(link.href),
  };
  return Object.entries(has).flatMap(([name, found]) => (found ? [] : [name]));
}
