import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { type MailServer, startMailServer } from '../../../support/mail-server.js';
import { reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let mailServer: MailServer;
let app: TestApp;
let owner: Owner;
let stranger: Owner;

beforeAll(async () => {
  mailServer = await startMailServer();
  app = await startTestApp({ worker: true, smtp: { url: mailServer.url, from: 'shop@example.com' } });
  owner = await app.seed.owner();
  stranger = await app.seed.owner();
}, 60_000);

beforeEach(() => {
  mailServer.mails.length = 0;
});

afterAll(async () => {
  await app.stop();
  await mailServer.stop();
});

interface Stored {
  id: string;
  name: string;
}

async function upload(name: string, content: Buffer, as = owner): Promise<Stored> {
  const url = `${app.url}/workspaces/${as.workspaceId}/files?name=${encodeURIComponent(name)}`;
  const headers = { authorization: `Bearer ${as.token}`, 'content-type': 'application/pdf' };
  const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(content) });
  return ((await answer.json()) as { data: Stored }).data;
}

const fileOf = ({ id }: { id: string }) => ({ $file: { id } });

/** Runs a flow that mails with these attachments; a failure leaves by the handle if it is connected. */
async function mailWith(
  attachments: unknown,
  { nodes = [] as ReturnType<typeof node>[], edges = [] as string[] } = {},
) {
  const mail = node('mail', 'message.email', { to: 'ana@example.com', subject: 'Files', body: 'Text', attachments });
  const ids = ['start', ...nodes.map(({ id }) => id), 'mail'];
  const path = ids.slice(1).map((id, at) => `${ids[at]}${at === 0 ? '' : ':out'}>${id}`);
  const flow = await app.seed.flow(owner, graph([node('start', 'trigger.manual'), ...nodes, mail], ...path, ...edges));
  return reached(app, owner, await trigger(app, owner, flow.id, { triggerData: { orders: 3 } }));
}

const errorOf = ({ steps }: SeenExecution) => steps.find(({ nodeId }) => nodeId === 'mail')?.error;

/** The files of the one mail that came: name, media type and bytes. */
function received(): { name: string; type: string; bytes: Buffer }[] {
  const raw = mailServer.mails[0]?.raw ?? '';
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? '';
  return raw.split(`--${boundary}`).flatMap((part) => {
    const [head = '', body = ''] = part.split(/\r\n\r\n/);
    const name = /filename="?([^"\r\n;]+)"?/.exec(head)?.[1];
    const type = /^content-type: ([^;\r]+)/im.exec(head)?.[1] ?? '';
    return name ? [{ name, type, bytes: Buffer.from(body, 'base64') }] : [];
  });
}

async function list(path: string): Promise<Record<string, unknown>[]> {
  const { body } = await app.rest(`GET /workspaces/${owner.workspaceId}${path}`, { as: owner.token });
  return body.data as Record<string, unknown>[];
}

describe('an email with attachments', () => {
  test('has the bytes of its files, and outbox and conversation say which', async () => {
    const bytes = randomBytes(3_000_000);
    const invoice = await upload('invoice.pdf', bytes);
    const { body } = await app.rest(`POST /workspaces/${owner.workspaceId}/contacts`, {
      as: owner.token,
      body: { name: 'Ana', email: 'ana@example.com' },
    });
    const execution = await mailWith([fileOf(invoice), '{{steps.write}}'], {
      nodes: [node('write', 'file.create', { name: 'a.txt', content: 'Orders: {{triggerData.orders}}' })],
    });
    expect(execution.status).toBe('completed');
    expect(received()).toEqual([
      { name: 'invoice.pdf', type: 'application/pdf', bytes },
      { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('Orders: 3') },
    ]);
    const attachments = [
      { fileId: invoice.id, name: 'invoice.pdf', mimeType: 'application/pdf', size: bytes.length },
      { fileId: expect.any(String), name: 'a.txt', mimeType: 'text/plain', size: 9 },
    ];
    expect(await list(`/outbox?executionId=${execution.id}`)).toMatchObject([{ attachments, status: 'sent' }]);
    const [conversation] = await list(`/conversations?contactId=${(body.data as Stored).id}`);
    expect(await list(`/conversations/${conversation?.id}/messages`)).toMatchObject([{ attachments, status: 'sent' }]);
  });

  test('takes one file in place of a list', async () => {
    const execution = await mailWith('{{steps.write}}', {
      nodes: [node('write', 'file.build', { data: [{ a: 1 }], format: 'csv', name: 'a.csv' })],
    });
    expect(execution.status).toBe('completed');
    expect(received().map(({ bytes }) => bytes.toString())).toEqual(['a\r\n1\r\n']);
  });

  test('fails with the place of a file that was deleted or is of another workspace, and sends nothing', async () => {
    const own = await upload('a.pdf', Buffer.from('a'));
    const others = await upload('b.pdf', Buffer.from('b'), stranger);
    const foreign = await mailWith([fileOf(own), fileOf(own), fileOf(others)]);
    expect(errorOf(foreign)).toEqual({
      code: 'FILE_MISSING',
      message: `attachments[2] must be a file of this workspace: the file ${others.id} does not exist.`,
    });
    await app.rest(`DELETE /workspaces/${owner.workspaceId}/files/${own.id}`, { as: owner.token });
    expect(errorOf(await mailWith([fileOf(own)]))).toMatchObject({ code: 'FILE_MISSING' });
    expect(mailServer.mails).toEqual([]);
  });

  test('leaves by `failed`, if that is connected, where the files are too large together', async () => {
    const large = await upload('large.pdf', Buffer.alloc(13 * 1024 * 1024));
    const after = node('after', 'logic.delay', { until: '2020-01-01' });
    const attachments = [fileOf(large), fileOf(large)];
    const mail = node('mail', 'message.email', { to: 'ana@example.com', subject: 'A', body: 'B', attachments });
    const flow = await app.seed.flow(
      owner,
      graph([node('start', 'trigger.manual'), mail, after], 'start>mail', 'mail:failed>after'),
    );
    const execution = await reached(app, owner, await trigger(app, owner, flow.id));
    expect(execution.status).toBe('completed');
    expect(errorOf(execution)).toEqual({
      code: 'FILE_LIMIT',
      message: 'The attachments must have at most 25 MiB together: attachments[1] (large.pdf) exceeds it.',
    });
    expect(mailServer.mails).toEqual([]);
  });

  test('fails where an expression has no file, or there are more than 20', async () => {
    expect(errorOf(await mailWith('{{triggerData.missing}}'))).toMatchObject({ code: 'FIELD_REQUIRED' });
    expect(errorOf(await mailWith(['{{triggerData.orders}}']))).toEqual({
      code: 'FIELD_INVALID',
      message: 'attachments.0 must be a file: the value {"$file": {"id": …}} that another step outputs.',
    });
    const many = await upload('a.pdf', Buffer.from('a'));
    const { body, status } = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/validate`, {
      as: owner.token,
      body: graph(
        [
          node('start', 'trigger.manual'),
          node('mail', 'message.email', {
            to: 'a@example.com',
            subject: 'A',
            body: 'B',
            attachments: Array.from({ length: 21 }, () => fileOf(many)),
          }),
        ],
        'start>mail',
      ),
    });
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('attachments must have at most 20')]);
  });

  test('is sent once and whole or not at all: bytes that cannot be read are tried again', async () => {
    const bytes = randomBytes(2_000_000);
    const file = await upload('a.pdf', bytes);
    const key = [owner.workspaceId, file.id];
    const part = await app.services.db.pool.query(
      'delete from file_parts where workspace_id = $1 and file_id = $2 and index = 2 returning content',
      key,
    );
    expect(part.rows).toHaveLength(1);
    const execution = await mailWith([fileOf(file)]);
    expect(errorOf(execution)).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    expect(mailServer.mails).toEqual([]);
    await app.services.db.pool.query(
      'insert into file_parts (workspace_id, file_id, index, content) values ($1, $2, 2, $3)',
      [...key, part.rows[0]?.content],
    );
    expect((await mailWith([fileOf(file)])).status).toBe('completed');
    const sha = (buffer: Buffer | undefined) =>
      createHash('sha256')
        .update(buffer ?? '')
        .digest('hex');
    expect(sha(received()[0]?.bytes)).toBe(sha(bytes));
  });

  test('that is simulated reads no file and sends nothing', async () => {
    const missing = '01970000-0000-7000-8000-000000000001';
    const mail = { to: 'ana@example.com', subject: 'A', body: 'B', attachments: [fileOf({ id: missing })] };
    const { body } = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/simulate`, {
      as: owner.token,
      body: graph([node('start', 'trigger.manual'), node('mail', 'message.email', mail)], 'start>mail'),
    });
    const execution = await reached(app, owner, (body.data as { executionId: string }).executionId);
    expect(execution.status).toBe('completed');
    expect(execution.steps.find(({ nodeId }) => nodeId === 'mail')?.input).toMatchObject({
      attachments: [fileOf({ id: missing })],
    });
    expect(mailServer.mails).toEqual([]);
  });
});
