import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { quotaLimits } from '../../../../src/contexts/accounts/quotas/index.js';
import { fileRetention } from '../../../../src/contexts/automation/files/delete-old-files.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, readExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { type ProviderFixture, startProviderFixture } from './provider-fixture.js';

let fixture: ProviderFixture;
let owner: Owner;
let numbers = 0;
let answer: ProviderFixture['media']['answer'];

beforeAll(async () => {
  fixture = await startProviderFixture();
  answer = fixture.media.answer;
}, 60_000);

beforeEach(async () => {
  owner = await fixture.app.seed.owner();
  Object.assign(fixture.media, { bytes: Buffer.from('a photo'), answer });
});

afterAll(() => fixture.stop());

type Row = Record<string, unknown> & { id: string };

async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const request = { as: owner.token, ...(body !== undefined && { body }) };
  const response = await fixture.app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, request);
  if (response.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
  return response.body.data;
}

const list = async (path: string) => (await call('GET', path)) as Row[];
const newNumber = () => `+3460002${String(++numbers).padStart(4, '0')}`;
const image = { id: 'kept-file', mime_type: 'image/jpeg', caption: 'My order' };

/** A photo as Meta reports it. */
const photoFrom = (phone: string, id = `photo${phone}`) => ({
  messages: [{ id, from: phone.slice(1), type: 'image', image }],
});

/** A contact of the workspace alone, and their messages over all conversations. */
async function newContact() {
  const phone = newNumber();
  const contact = (await call('POST', '/contacts', { name: 'Ana', phone })) as Row;
  const received = async () => {
    const [conversation] = await list(`/conversations?contactId=${contact.id}`);
    return conversation ? list(`/conversations/${conversation.id}/messages?sortOrder=asc`) : [];
  };
  return { contact, phone, received };
}

async function bytesOf(fileId: unknown): Promise<string> {
  const headers = { authorization: `Bearer ${owner.token}` };
  const response = await fetch(`${fixture.app.url}/workspaces/${owner.workspaceId}/files/${fileId}`, { headers });
  return response.text();
}

describe('a file that a contact sends by WhatsApp', () => {
  test('is a file of the workspace, once, named by the message', async () => {
    const { phone, received } = await newContact();
    for (let time = 0; time < 2; time += 1) expect((await fixture.fromWhatsapp(photoFrom(phone))).status).toBe(200);
    await waitFor(async () => (await received()).length > 0);
    await fixture.fromWhatsapp(photoFrom(phone));
    const [message, ...others] = await received();
    const [file, ...otherFiles] = await list('/files');
    expect([others, otherFiles]).toEqual([[], []]);
    const facts = { name: 'image.jpg', mimeType: 'image/jpeg', size: 7, sha256: file?.sha256 };
    expect(message).toMatchObject({
      body: '[image] My order',
      dropped: null,
      attachments: [{ fileId: file?.id, ...facts }],
    });
    expect(file).toMatchObject({ ...facts, kept: false, expiresAt: null, messageId: message?.id });
    expect(await bytesOf(file?.id)).toBe('a photo');
  });

  test('is a value of a file for the flow that the message starts, and for one that waits for a reply', async () => {
    const { contact, phone } = await newContact();
    const ask = { contactId: contact.id, channel: 'whatsapp', timeoutMinutes: 60 };
    const waiting = await fixture.app.seed.flow(
      owner,
      graph([node('start', 'trigger.manual'), node('ask', 'message.waitReply', ask)], 'start>ask'),
    );
    const runId = await trigger(fixture.app, owner, waiting.id);
    await reached(fixture.app, owner, runId, ({ phase }) => phase === 'waiting');
    const started = await fixture.app.seed.flow(
      owner,
      graph(
        [node('start', 'trigger.crmEvent', { eventType: 'message.received' }), node('end', 'logic.stop')],
        'start>end',
      ),
    );
    await fixture.fromWhatsapp(photoFrom(phone));
    const { steps } = await reached(fixture.app, owner, runId);
    const [file] = await list('/files');
    const value = { $file: { id: file?.id, name: 'image.jpg', mimeType: 'image/jpeg', size: 7, sha256: file?.sha256 } };
    expect(steps.find(({ nodeId }) => nodeId === 'ask')?.output).toMatchObject({ message: { attachments: [value] } });
    const ofStarted = () => list(`/flows/executions?flowId=${started.id}`);
    await waitFor(async () => (await ofStarted())[0]?.status === 'completed');
    expect(await readExecution(fixture.app, owner, (await ofStarted())[0]?.id as string)).toMatchObject({
      triggerData: { data: { attachments: [value] } },
    });
  });

  test('that cannot be had is left out, and the message says why', async () => {
    fixture.media.answer = (_authorization, response) => {
      response.writeHead(404).end(JSON.stringify({ error: { code: 100, message: 'Expired' } }));
    };
    const { phone, received } = await newContact();
    await fixture.fromWhatsapp(photoFrom(phone));
    await waitFor(async () => (await received()).length > 0);
    expect(await received()).toMatchObject([
      { attachments: [], dropped: 'image.jpg was not stored: WhatsApp rejected the request (404): Expired (100)' },
    ]);
    expect(await list('/files')).toEqual([]);
  });

  test('that is too large for the storage of the workspace is left out, and the message says why', async () => {
    const { pool } = fixture.app.services.db;
    await pool.query(`update workspaces set quotas = '{"storageBytes": 5}' where id = $1`, [owner.workspaceId]);
    await fixture.app.services.get(quotaLimits).refresh();
    const { phone, received } = await newContact();
    await fixture.fromWhatsapp(photoFrom(phone));
    await waitFor(async () => (await received()).length > 0);
    const [message] = await received();
    expect(message).toMatchObject({ attachments: [], dropped: expect.stringContaining('image.jpg was not stored: ') });
  });

  test('is not fetched from a private address that the provider names', async () => {
    fixture.media.answer = (_authorization, response) => {
      response.writeHead(200).end(JSON.stringify({ url: 'http://169.254.169.254/latest' }));
    };
    const { phone, received } = await newContact();
    await fixture.fromWhatsapp(photoFrom(phone));
    await waitFor(async () => (await received()).length > 0);
    expect(await received()).toMatchObject([
      { attachments: [], dropped: expect.stringContaining('must not have a private or reserved address') },
    ]);
  });

  test('that cannot be had yet is fetched later', async () => {
    let asked = 0;
    fixture.media.answer = (authorization, response) => {
      asked += 1;
      if (asked === 1) response.writeHead(500).end('{}');
      else answer(authorization, response);
    };
    const { phone, received } = await newContact();
    await fixture.fromWhatsapp(photoFrom(phone));
    await waitFor(() => asked === 1);
    const { pool } = fixture.app.services.db;
    const isQueued = 'select from received_media where workspace_id = $1 and tries = 1 and worker_id is null';
    await waitFor(async () => (await pool.query(isQueued, [owner.workspaceId])).rowCount === 1);
    expect(await received()).toEqual([]);
    await pool.query(`update received_media set due_at = now() - interval '1 second' where workspace_id = $1`, [
      owner.workspaceId,
    ]);
    await pool.query("select pg_notify('received_media', '')");
    await waitFor(async () => (await received()).length > 0);
    expect(await received()).toMatchObject([{ attachments: [{ name: 'image.jpg' }], dropped: null }]);
  });

  test('stays with its message, also while that is unrouted, and is deleted after it', async () => {
    const phone = newNumber();
    await fixture.app.services.db.pool.query(
      `insert into outbox_messages (id, workspace_id, origin, idempotency_key, channel, recipient, body, source, status, message_id)
       values (gen_random_uuid(), $1, 'flow', $2, 'whatsapp', $3, 'Hi', 'platform', 'sent', $2)`,
      [owner.workspaceId, `written ${phone}`, phone],
    );
    await fixture.fromWhatsapp(photoFrom(phone));
    await waitFor(async () => (await list('/inbox/unrouted')).length > 0);
    const [unrouted] = await list('/inbox/unrouted');
    const [file] = await list('/files');
    expect(unrouted).toMatchObject({ id: file?.messageId, attachments: [{ fileId: file?.id }], dropped: null });
    const conversation = (await call('POST', `/inbox/unrouted/${unrouted?.id}/assign`, {})) as Row;
    const [message] = await list(`/conversations/${conversation.id}/messages`);
    expect(message).toMatchObject({ id: file?.messageId, attachments: [{ fileId: file?.id }] });
    const { db } = fixture.app.services;
    await db.pool.query("update files set created_at = now() - interval '2 hours' where workspace_id = $1", [
      owner.workspaceId,
    ]);
    const deleteOld = () => fileRetention(fixture.app.services).work(new AbortController().signal);
    await deleteOld();
    expect(await list('/files')).toHaveLength(1);
    await call('DELETE', `/conversations/${conversation.id}`);
    await deleteOld();
    expect(await list('/files')).toEqual([]);
  });
});

describe('message.whatsapp with a file', () => {
  test('uploads its bytes and sends them as what they are', async () => {
    const url = `${fixture.app.url}/workspaces/${owner.workspaceId}/files?name=offer.pdf`;
    const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/pdf' };
    const stored = (await (await fetch(url, { method: 'POST', headers, body: 'an offer' })).json()) as { data: Row };
    const { phone, received } = await newContact();
    const data = { to: phone, text: 'Our offer', file: { $file: { id: stored.data.id } } };
    const flow = await fixture.app.seed.flow(
      owner,
      graph([node('start', 'trigger.manual'), node('send', 'message.whatsapp', data)], 'start>send'),
    );
    expect(await reached(fixture.app, owner, await trigger(fixture.app, owner, flow.id))).toMatchObject({
      status: 'completed',
    });
    const id = `media-${fixture.uploads.length}`;
    expect(fixture.sent.at(-1)).toMatchObject({
      type: 'document',
      document: { id, caption: 'Our offer', filename: 'offer.pdf' },
    });
    const form = fixture.uploads.at(-1);
    expect(form).toContain('filename="offer.pdf"\r\nContent-Type: application/pdf\r\n\r\nan offer\r\n');
    expect(form).toContain('name="messaging_product"\r\n\r\nwhatsapp\r\n');
    expect(await received()).toMatchObject([{ body: 'Our offer', attachments: [{ fileId: stored.data.id }] }]);
  });

  test('fails where the file does not exist', async () => {
    const data = { to: newNumber(), file: { $file: { id: '01970000-0000-7000-8000-00000000dead' } } };
    const flow = await fixture.app.seed.flow(
      owner,
      graph([node('start', 'trigger.manual'), node('send', 'message.whatsapp', data)], 'start>send'),
    );
    const { steps } = await reached(fixture.app, owner, await trigger(fixture.app, owner, flow.id));
    expect(steps.find(({ nodeId }) => nodeId === 'send')?.error).toMatchObject({ code: 'FILE_MISSING' });
  });
});
