import { createHmac } from 'node:crypto';
import { unsubscribeLink } from '../../../src/contexts/engagement/channels/email/unsubscribe-link.js';
import { statusAddress } from '../../../src/contexts/engagement/channels/sms/status-address.js';
import { callbackAddress } from '../../../src/contexts/engagement/channels/voice/call-token.js';
import { newId } from '../../../src/platform/new-id.js';
import { waitFor } from '../../support/wait-for.js';
import { connectAccounts } from './connection-story.js';
import type { ExampleClient } from './example-client.js';

/** What the server of the examples was started with. */
export const secrets = {
  stripe: 'whsec_0123456789abcdef0123456789abcdef',
  payments: `whsec_${Buffer.alloc(32, 9).toString('base64')}`,
  twilio: 'tw-secret-token',
  meta: 'wa-app-secret',
};

/** Creates a record of each kind by its example, which later examples then use. */
export async function createRecords(client: ExampleClient): Promise<void> {
  const { accessToken, workspaces } = await client.send<Credentials>('POST /auth/register', { as: null });
  client.token = accessToken;
  client.keep('workspaceId', workspaces[0]?.id as string);
  const kinds = ['contacts', 'pipelines', 'opportunities', 'agents', 'conversations'].concat(
    ['conversations/:conversationId/messages', 'email-templates', 'whatsapp-templates', 'calendar-events'],
    ['knowledge-docs', 'caller-ids', 'voice-agents', 'call-campaigns', 'voice-calls', 'campaigns', 'company-contexts'],
    [
      'follow-up/sequences',
      'flows/folders',
      'flows/secrets',
      'flows/global-vars',
      'flows/templates',
      'flows',
      'api-keys',
    ],
  );
  for (const kind of [...kinds, ...otherKinds(client.keys, kinds)]) await client.send(`POST P/${kind}`);
  await client.send('POST P/connections', { texts: { 'api.shop.example.com': '127.0.0.1' } });
  await client.send('POST /workspaces');
  await client.send('POST P/follow-up/sequences/:followUpSequenceId/steps');
  await client.send('POST P/follow-up/default-sequence');
  await client.send('POST P/follow-up/default-sequence');
  await insertRows(client);
}

/** Kinds of records whose example needs no other record. */
function otherKinds(keys: readonly string[], kinds: readonly string[]): string[] {
  const created = keys.flatMap((key) => /^POST \/workspaces\/:workspaceId\/([a-z-]+)$/.exec(key)?.[1] ?? []);
  const isRecord = (kind: string) => keys.some((key) => key.startsWith(`DELETE /workspaces/:workspaceId/${kind}/:`));
  return created.filter(
    (kind) => isRecord(kind) && !kinds.includes(kind) && !['members', 'webhooks', 'connections'].includes(kind),
  );
}

export interface Credentials {
  accessToken: string;
  workspaces: { id: string }[];
  user: { id: string };
}

/** Inserts a record that only the server creates. */
async function insert(client: ExampleClient, name: string, table: string, values: Record<string, unknown>) {
  const now = new Date();
  const row = { workspace_id: client.real('workspaceId'), id: newId(), created_at: now, updated_at: now, ...values };
  const places = Object.keys(row).map((_, index) => `$${index + 1}`);
  await client.app.services.db.pool.query(
    `insert into ${table} (${Object.keys(row).join()}) values (${places.join()})`,
    Object.values(row),
  );
  client.keep(name, row.id);
}

async function insertRows(client: ExampleClient): Promise<void> {
  const contact_id = client.real('contactId');
  const ended_at = new Date();
  await insert(client, 'followUpEnrollmentId', 'follow_up_enrollments', {
    follow_up_sequence_id: client.real('followUpSequenceId'),
    contact_id,
    ended_at,
    status: 'completed',
    attempts: 1,
    step_number: 1,
  });
  await insert(client, 'agentSessionId', 'agent_sessions', {
    agent_id: client.real('agentId'),
    key: 'example',
    status: 'completed',
    ended_at,
    input: 'Where is order 1024?',
    output: 'It arrives on Friday.',
    turns: 1,
    max_turns: 10,
    tool_calls: '[]',
  });
  await insert(client, 'campaignRecipientId', 'campaign_recipients', {
    campaign_id: client.real('campaignId'),
    contact_id,
    status: 'sent',
    sent_at: ended_at,
  });
  await insertUnrouted(client, '+34600000077');
}

function insertUnrouted(client: ExampleClient, sender: string): Promise<void> {
  return insert(client, 'unroutedMessageId', 'unrouted_messages', {
    message_id: newId(),
    channel: 'sms',
    sender,
    body: 'Is the shop open today?',
    received_at: new Date(),
  });
}

/** Leaves an upload that is not finished. */
async function uploadInParts(client: ExampleClient): Promise<void> {
  const begin = async () => {
    const { uploadId } = await client.send<{ uploadId: string }>('POST P/files/uploads');
    client.keep('uploadId', uploadId);
  };
  await begin();
  await client.send('PATCH P/files/uploads/:uploadId');
  await begin();
}

/** Everything that needs no more than what was created. @param site a website to read */
export async function useRecords(client: ExampleClient, site: string): Promise<void> {
  await client.send('POST P/contacts/upsert');
  for (const kind of ['contacts', 'opportunities']) await client.send(`POST P/${kind}/batch`);
  await runJobs(client);
  await client.send('POST P/connections/:connectionId/test', {
    texts: { 'https://api.shop.example.com/v1/me': `${site}/` },
  });
  await connectAccounts(client);
  await client.send('PUT P/state/:key');
  await uploadInParts(client);
  await client.send('POST P/usage/wallet/top-up');
  const texts = { 'https://example.com': site };
  await client.send('POST P/company-contexts/analyze-site', { texts });
  await client.app.rest(
    `PUT /workspaces/${client.real('workspaceId')}/company-contexts/${client.real('companyContextId')}`,
    {
      as: client.token,
      body: { websiteUrl: site },
    },
  );
  await client.send('POST P/company-contexts/:companyContextId/rescrape');
  await client.send('POST P/company-contexts/:companyContextId/generate-prompt');
  const become = (status: string) =>
    client.app.services.db.pool.query('update campaigns set status = $1 where id = $2', [
      status,
      client.real('campaignId'),
    ]);
  await become('paused');
  await client.send('POST P/campaigns/:campaignId/resume');
  await become('draft');
  await client.send('POST P/campaigns/:campaignId/send');
  await unsubscribe(client);
  for (const method of ['GET', 'PATCH', 'PUT']) await sendRest(client, method);
  await client.send('POST P/inbox/unrouted/:unroutedMessageId/assign');
}

/** Jobs of each kind; the file of an export is read once it is completed. */
async function runJobs(client: ExampleClient): Promise<void> {
  const ended = (id: string) =>
    waitFor(async () => {
      const path = `/workspaces/${client.real('workspaceId')}/jobs/${id}`;
      const { body } = await client.app.rest(`GET ${path}`, { as: client.token });
      return (body.data as { finishedAt: string | null }).finishedAt !== null;
    });
  const { id: csv } = await client.send('POST P/exports');
  await ended(csv);
  client.keep('jobId', csv);
  await client.send('GET P/jobs');
  await client.send('GET P/jobs/:jobId');
  await client.send('GET P/jobs/:jobId/result.csv');
  const texts = { '"csv"': '"jsonl"' };
  const { id: lines } = await client.send('POST P/exports', { texts });
  await ended(lines);
  await client.send('GET P/jobs/:jobId/result.jsonl', { ids: { jobId: lines } });
  for (const kind of ['imports', 'contacts/bulk', 'opportunities/bulk', 'flows/bulk', 'flows/executions/bulk']) {
    await ended((await client.send(`POST P/${kind}`)).id);
  }
  await cancelBeforeItBegins(client);
}

/** A job that no worker may claim yet. */
async function cancelBeforeItBegins(client: ExampleClient): Promise<void> {
  const { id } = await client.send('POST P/exports');
  const sql = `update jobs set status = 'queued', finished_at = null, due_at = now() + interval '1 hour' where id = $1`;
  await waitFor(async () => {
    const { rows } = await client.app.services.db.pool.query(
      'select from jobs where id = $1 and finished_at is not null',
      [id],
    );
    return rows.length > 0;
  });
  await client.app.services.db.pool.query(sql, [id]);
  await client.send('POST P/jobs/:jobId/cancel', { ids: { jobId: id } });
}

async function unsubscribe(client: ExampleClient): Promise<void> {
  const subscriber = {
    workspaceId: client.real('workspaceId'),
    contactId: client.real('contactId'),
    email: 'ana@example.com',
  };
  const link = unsubscribeLink(client.app.services.settings, subscriber);
  const texts = { 'u4k8…': new URL(link).searchParams.get('token') as string };
  await client.send('GET /email-subscription', { as: null, texts });
  await client.send('POST /unsubscribe', { as: null, texts });
}

/** Deletes what was created: first what belongs to others. */
export async function deleteRecords(client: ExampleClient): Promise<void> {
  await insertUnrouted(client, '+34600000078');
  await client.send('DELETE P/opportunities/:opportunityId');
  await client.send('DELETE P/conversations/:conversationId/messages/:messageId');
  await client.send('DELETE P/conversations/:conversationId');
  await sendRest(
    client,
    'DELETE',
    (key) => key.startsWith('DELETE /auth') || key === 'DELETE /workspaces/:workspaceId',
  );
  await client.send('DELETE /workspaces/:workspaceId');
}

/** Sends what was not sent yet, the longest paths first. */
async function sendRest(client: ExampleClient, method: string, isLater: (key: string) => boolean = () => false) {
  const left = client.keys.filter(
    (key) => key.startsWith(`${method} `) && !client.answers.has(key) && !isOfProviders(key) && !isLater(key),
  );
  for (const key of left.sort((a, b) => b.split('/').length - a.split('/').length)) await client.send(key);
}

/** Sent in their order, see `provider-story`. */
const isOfProviders = (key: string) => /^GET \/auth\/(oidc\/|me\/identities)/.test(key);

/** Callbacks of providers, signed as theirs are. */
export async function callBack(client: ExampleClient): Promise<void> {
  const settings = client.app.services.settings;
  const workspaceId = client.real('workspaceId');
  const asMeta = (body: string) => ({ 'x-hub-signature-256': `sha256=${hmac('sha256', secrets.meta, body, 'hex')}` });
  const time = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secrets.payments.slice(6), 'base64');
  await client.send('GET /messages/whatsapp', { as: null });
  await client.send('POST /messages/whatsapp', { as: null, headers: asMeta });
  await client.send('POST /payments/stripe', {
    as: null,
    headers: (body) => ({
      'stripe-signature': `t=${time},v1=${hmac('sha256', secrets.stripe, `${time}.${body}`, 'hex')}`,
    }),
  });
  await client.send('POST /payments/events', {
    as: null,
    headers: (body) => ({
      'webhook-id': 'msg_1024',
      'webhook-timestamp': time,
      'webhook-signature': `v1,${hmac('sha256', key, `msg_1024.${time}.${body}`, 'base64')}`,
    }),
  });
  const signedFor = (address: string) => (body: string) => {
    const fields = [...new URLSearchParams(body)].sort(([a], [b]) => (a < b ? -1 : 1)).flat();
    return { 'x-twilio-signature': hmac('sha1', secrets.twilio, address + fields.join(''), 'base64') };
  };
  const call = callbackAddress(settings, { workspaceId, callId: client.real('voiceCallId'), source: 'platform' });
  const sms = statusAddress(settings, { workspaceId, idempotencyKey: newId(), source: 'platform' });
  for (const [route, address] of [
    ['POST /messages/twilio', `${settings.publicUrl}/messages/twilio`],
    ['POST /messages/twilio/status', sms],
    ['POST /voice/status', call],
  ] as const) {
    const token = new URL(address).searchParams.get('token');
    await client.send(route, { as: null, headers: signedFor(address), ...(token && { texts: { 's7t3…': token } }) });
  }
}

function hmac(algorithm: string, key: string | Buffer, text: string, encoding: 'hex' | 'base64'): string {
  return createHmac(algorithm, key).update(text).digest(encoding);
}
