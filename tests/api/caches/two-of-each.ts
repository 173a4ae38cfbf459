import { newId } from '../../../src/platform/new-id.js';
import { pathOf, samples } from '../../contexts/crm/definitions/record-samples.js';
import type { TestApp } from '../../support/app.js';
import { graph, node } from '../../support/graphs.js';
import { reached, trigger } from '../../support/run.js';
import type { Owner } from '../../support/seed.js';
import { waitFor } from '../../support/wait-for.js';

/** The IDs of two records of each kind, by the name of its record. */
type Pairs = Map<string, [string, string]>;

/**
 * Creates two records of each kind in a workspace.
 * @param receiver accepts webhooks
 * @returns the IDs of those that no list shows without knowing another ID
 */
export async function createTwoOfEach(app: TestApp, owner: Owner, receiver: string): Promise<Map<string, string[]>> {
  const deliveries: string[] = [];
  const post = async <T = { id: string }>(path: string, body: object): Promise<T> => {
    const answer = await app.rest(`POST /workspaces/${owner.workspaceId}${path}`, { as: owner.token, body });
    if (answer.status > 202) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data as T;
  };
  const pairs: Pairs = new Map();
  for (const sample of [...samples].sort((one, other) => places(one) - places(other))) {
    const both = await Promise.all([0, 1].map((n) => post(...requestOf(sample, n, pairs))));
    pairs.set(sample.record.name, [both[0]?.id as string, both[1]?.id as string]);
  }
  for (const n of [0, 1]) {
    const sequence = pairs.get('FollowUpSequence')?.[n];
    await post(`/follow-up/sequences/${sequence}/steps`, {
      stepNumber: 1,
      stepType: 'TEXT',
      delayMinutes: 5,
      message: 'x',
    });
    await post('/company-contexts', {
      name: `Office ${n}`,
      companyName: 'Acme',
      isDefault: n === 0,
      faqs: [{ question: 'a', answer: `b${n}` }],
    });
    await post('/members', { email: `member${n}@example.com`, role: 'EDITOR' });
    await post('/flows/global-vars', { name: `city_${n}`, value: 'Madrid' });
    await setState(app, owner, `order:${n}`);
    await post('/flows/templates', {
      name: `Template ${n}`,
      category: 'sales',
      nodes: [node('start', 'trigger.manual')],
    });
    const webhook = await post('/webhooks', { url: receiver, events: ['contact.created'] });
    deliveries.push((await post(`/webhooks/${webhook.id}/test`, {})).id);
    await app.seed.apiKey(owner);
    await insertRows(app, owner, pairs, n);
    await runFlow(app, owner, post, n);
  }
  await createWorkspace(app, owner);
  await app.rest('POST /auth/login', { body: { email: owner.email, password: 'correct horse battery' } });
  await waitForDeliveries(app);
  return new Map([['WebhookDelivery', deliveries]]);
}

async function setState({ rest }: TestApp, { token, workspaceId }: Owner, key: string): Promise<void> {
  const { status } = await rest(`PUT /workspaces/${workspaceId}/state/${key}`, { as: token, body: { value: 1 } });
  if (status !== 200) throw new Error(`${key}: ${status}`);
}

async function createWorkspace({ rest }: TestApp, { token }: Owner): Promise<void> {
  const { body } = await rest('POST /workspaces', { as: token, body: { name: 'Second' } });
  const { id } = body.data as { id: string };
  const context = { name: 'Office', companyName: 'Acme', isDefault: true };
  await rest(`POST /workspaces/${id}/company-contexts`, { as: token, body: context });
}

/** Records without references come first. */
const places = ({ record, names = {} }: (typeof samples)[number]) =>
  Object.keys(names).length + (record.parent ? 9 : 0);

function requestOf({ record, names = {}, input }: (typeof samples)[number], n: number, pairs: Pairs): [string, object] {
  const ids = Object.fromEntries(
    Object.entries(names).map(([field, { name }]) => [field, pairs.get(name)?.[n] as string]),
  );
  return [pathOf(record, ids), input(n + 1, ids)];
}

async function runFlow(
  app: TestApp,
  owner: Owner,
  post: <T = { id: string }>(path: string, body: object) => Promise<T>,
  n: number,
): Promise<void> {
  const folder = await post('/flows/folders', { name: `Folder ${n}` });
  await post('/flows/secrets', { name: `key_${n}`, value: `secret-${n}` });
  const auth = { type: 'bearer', token: `token-${n}` };
  await post('/connections', { name: `Connection ${n}`, auth, hosts: [`${n}.example.com`] });
  const stop = node('stop', 'logic.stop', { status: 'failed', message: `Order ${n}` });
  const input = { ...graph([node('start', 'trigger.manual'), stop], 'start>stop'), folderId: folder.id };
  const flow = await app.seed.flow(owner, { name: `Flow ${n}`, variables: [{ name: 'a', value: n }], ...input });
  for (const _ of [0, 1]) await reached(app, owner, await trigger(app, owner, flow.id));
  await app.services.db.pool.query(
    `insert into flow_holds (workspace_id, flow_id, node_id, code, message, failures) values ($1, $2, 'stop', 'STOPPED', $3, 3)`,
    [owner.workspaceId, flow.id, `Order ${n}`],
  );
  const draft = { nodes: [node('start', 'trigger.manual', { label: `Draft ${n}` })] };
  const path = `PUT /workspaces/${owner.workspaceId}/flows/${flow.id}/draft`;
  const saved = await app.rest(path, { as: owner.token, body: draft });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
}

/** Rows that only the server writes. */
async function insertRows({ services }: TestApp, { workspaceId }: Owner, pairs: Pairs, n: number): Promise<void> {
  const now = new Date();
  const insert = (table: string, values: Record<string, unknown>) => {
    const row = { workspace_id: workspaceId, id: newId(), ...values };
    const places = Object.keys(row).map((_, index) => `$${index + 1}`);
    const text = `insert into ${table} (${Object.keys(row).join()}) values (${places.join()})`;
    return services.db.pool.query(text, Object.values(row));
  };
  const times = { created_at: now, updated_at: now };
  const of = (name: string) => pairs.get(name)?.[n] as string;
  await insert('follow_up_enrollments', {
    ...times,
    follow_up_sequence_id: of('FollowUpSequence'),
    contact_id: of('Contact'),
    ended_at: now,
    status: 'completed',
    attempts: n,
    step_number: 1,
  });
  await insert('agent_sessions', {
    ...times,
    agent_id: of('Agent'),
    key: `session ${n}`,
    status: 'completed',
    ended_at: now,
    input: 'Where?',
    output: `There ${n}`,
    turns: 1,
    max_turns: 10,
    tool_calls: toolCalls(n),
  });
  await insert('campaign_recipients', {
    ...times,
    campaign_id: of('Campaign'),
    contact_id: of('Contact'),
    status: 'sent',
    sent_at: now,
  });
  await insert('unrouted_messages', {
    ...times,
    message_id: newId(),
    channel: 'sms',
    sender: `+3460000000${n}`,
    body: 'Open?',
    received_at: now,
  });
  await insert('outbox_messages', {
    ...times,
    idempotency_key: `sent ${n}`,
    channel: 'sms',
    recipient: '+34600000001',
    body: `Hello ${n}`,
    source: 'sandbox',
    status: 'sandboxed',
  });
  await insert('files', {
    ...times,
    name: `file ${n}.csv`,
    mime_type: 'text/csv',
    size: n,
    sha256: '0'.repeat(64),
    kept: true,
    created_by: newId(),
  });
  await insert('jobs', {
    ...times,
    type: 'export',
    resource: 'contacts',
    status: 'completed',
    format: 'csv',
    ...{ done: n, total: n, created: 0, updated: 0, deleted: 0, unchanged: 0, failed: 0, errors: '[]', request: '{}' },
    created_by: newId(),
    finished_at: now,
  });
  const { rows } = await services.db.pool.query('select account_id from workspaces where id = $1', [workspaceId]);
  await insert('usage_events', {
    account_id: rows[0].account_id,
    event_type: 'sms_sent',
    app: 'twilio',
    source: 'platform',
    quantity: n,
    unit: 'segment',
    credits_micros: n,
  });
}

/** The model names its calls itself: here both sessions have a call of the same name. */
const toolCalls = (n: number) =>
  JSON.stringify([
    { id: 'call_1', name: `tool_${n}`, arguments: {}, status: 'refused', result: n, at: new Date().toISOString() },
  ]);

/** Until nothing changes anymore. */
async function waitForDeliveries({ services }: TestApp): Promise<void> {
  await waitFor(async () => {
    const { rows } = await services.db.pool.query("select 1 from webhook_deliveries where status = 'pending'");
    return rows.length === 0;
  });
}
