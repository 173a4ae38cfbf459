import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { otherTargets, records } from '../../../../src/app/collect-modules.js';
import { type AnyRecord, lowerFirst, relationTargets } from '../../../../src/platform/records/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner } from '../../../support/seed.js';
import { recordStatements } from '../../../support/statements.js';
import { stages } from './record-samples.js';

type Row = Record<string, unknown> & { id: string };
type Relation = NonNullable<AnyRecord['relations']>[string];

let app: TestApp;
/** Answers only. */
let reader: TestApp;
let statementsOf: (work: () => Promise<unknown>) => Promise<string[]>;
let owner: Owner;
/** Parents of the kinds that stand inside another one. */
const parents: Record<string, string> = {};

/** Kinds with relations, and each of these. */
const kinds = records.filter(({ relations }) => relations).map((record) => [record.plural, record] as const);
const relations = kinds.flatMap(([plural, record]) =>
  Object.keys(record.relations ?? {}).map((name) => [`${plural} to ${name}`, record, name] as const),
);
const rows = 6;

async function make(path: string, body: Record<string, unknown>): Promise<Row> {
  const answer = await app.rest(`POST /workspaces/${owner.workspaceId}${path}`, { as: owner.token, body });
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return answer.body.data;
}

beforeAll(async () => {
  app = await startTestApp();
  reader = await startTestApp({ database: app.database });
  statementsOf = recordStatements(reader);
  owner = await app.seed.owner();
  const me = await app.rest('GET /auth/me', { as: owner.token });
  const assignedTo = (me.body.data as { user: { id: string } }).user.id;
  const tool = { toolName: 'look_up', description: 'Looks up', parameters: { type: 'object', properties: {} } };
  const flow = await app.seed.flow(owner, graph([node('start', 'trigger.aiTool', tool)]), false);
  const flowId = flow.id;
  const companyContext = await make('/company-contexts', { name: 'Acme' });
  const companyContextId = companyContext.id;
  for (let n = 0; n < rows; n++) {
    const contact = await make('/contacts', { name: `Ana ${n}`, phone: `+3460000000${n}`, assignedTo });
    const contactId = contact.id;
    const entry = `PUT /workspaces/${owner.workspaceId}/state/last-${n}?flowId=${flowId}`;
    expect((await app.rest(entry, { as: owner.token, body: { value: n } })).status).toBe(200);
    const pipeline = await make('/pipelines', { name: `Sales ${n}`, stages });
    for (const stageId of ['first', 'offer']) {
      await make('/opportunities', { name: 'Order', pipelineId: pipeline.id, stageId, contactId, assignedTo });
    }
    const agent = await make('/agents', { name: `Helper ${n}`, companyContextId, tools: [flow.id] });
    const agentId = agent.id;
    const steps = [{ delayMinutes: 60, stepType: 'TEXT', message: 'Hello?' }];
    const sequence = await make('/follow-up/sequences', { name: `Reminder ${n}`, agentId, steps });
    const conversation = await make('/conversations', { contactId, channel: 'webchat', agentId, assignedTo });
    const said = `/conversations/${conversation.id}/messages`;
    await make(said, { body: 'Is it open?', direction: 'inbound', status: 'received' });
    await make(said, { body: 'Yes', author: 'agent', status: 'sent' });
    Object.assign(parents, { conversationId: conversation.id, followUpSequenceId: sequence.id });
    const time = '2026-12-01T10:00:00.000Z';
    await make('/calendar-events', { title: 'Talk', contactId, startsAt: time, endsAt: time });
    const email = await make('/email-templates', { name: 'Hello', subject: 'Hello', body: 'Hello' });
    await make('/campaigns', { name: 'Spring', channel: 'email', templateId: email.id });
    const whatsapp = await make('/whatsapp-templates', { name: 'hello', body: 'Hello' });
    const campaign = await make('/campaigns', { name: 'Spring', channel: 'whatsapp', templateId: whatsapp.id });
    Object.assign(parents, { campaignId: campaign.id });
    const voiceAgent = await make('/voice-agents', { name: 'Reception', companyContextId, flowId });
    const caller = await make('/caller-ids', { name: 'Office', phone: `+3491000000${n}` });
    const voiceAgentId = voiceAgent.id;
    await make('/call-campaigns', { name: 'Calls', voiceAgentId, callerId: caller.id });
    const numbers = { from: `+3460000000${n}`, to: '+34910000001' };
    await make('/voice-calls', { ...numbers, direction: 'inbound', voiceAgentId, contactId });
    const folder = await make('/flows/folders', { name: 'Outer' });
    await make('/flows/folders', { name: 'Inner', parentId: folder.id });
    const webhook = await make('/webhooks', {
      url: 'https://example.com',
      events: ['contact.created'],
      isActive: false,
    });
    Object.assign(parents, { webhookId: webhook.id });
  }
  await runWithinSession(flow);
  await app.services.db.pool.query(
    `insert into campaign_recipients (workspace_id, campaign_id, contact_id, status, created_at, updated_at)
     select workspace_id, $2, id, 'sent', now(), now() from contacts where workspace_id = $1`,
    [owner.workspaceId, parents.campaignId],
  );
  await app.services.db.pool.query(
    `insert into webhook_deliveries (workspace_id, webhook_id, event_id, event_type, order_key, status, body, bytes, created_at,
       updated_at)
     select workspace_id, id, n::text, 'contact.created', n::text, 'succeeded', '{}', 2, now(), now()
     from webhooks, generate_series(1, $2) n where workspace_id = $1`,
    [owner.workspaceId, rows],
  );
}, 60_000);

afterAll(async () => {
  await reader.stop();
  await app.stop();
});

/** Has a session belong to a run, as those of the node ai.agent do. */
async function runWithinSession({ id, version }: { id: string; version: number }): Promise<void> {
  await app.services.db.pool.query(
    `with run as (
       insert into executions (workspace_id, id, flow_id, flow_name, flow_version, status, trigger, started_at, created_at)
       values ($1, uuidv7(), $2, 'Flow', $3, 'completed', 'manual', now(), now()) returning id
     ) update agent_sessions set execution_id = run.id from run`,
    [owner.workspaceId, id, version],
  );
}

/** `contacts(limit: $limit) { items { id opportunities { items { … } } } }` */
function query(record: AnyRecord, names: readonly string[]): string {
  const parent = record.parent ? `, ${record.parent.field}: "${parents[record.parent.field]}"` : '';
  const fields = [...new Set(names.flatMap((name) => asked(record, name)))];
  return `query ($workspaceId: ID!, $limit: Int) { workspace(id: $workspaceId) {
    rows: ${lowerFirst(record.plural)}(limit: $limit${parent}) { items { id ${fields.join(' ')} } }
  } }`;
}

function asked(record: AnyRecord, name: string): string[] {
  const relation = record.relations?.[name] as Relation;
  const field = relation.kind === 'many' ? [] : [relation.field];
  const id = relation.kind === 'entry' ? 'id: key' : 'id';
  const inner = relation.target === 'Member' ? 'userId email' : id;
  if (relation.kind !== 'many') return [...field, `${name} { ${inner} }`];
  return [`${name}(limit: 3) { items { id ${relation.field} } pagination { total } }`];
}

async function ask(text: string, as = owner.token, limit = rows) {
  const answer = await app.graphql<{ workspace: { rows: { items: Row[] } } }>(
    text,
    { workspaceId: owner.workspaceId, limit },
    as,
  );
  return { items: answer.data?.workspace?.rows.items ?? [], errors: answer.errors ?? [] };
}

describe('relations', () => {
  test.each(relations)('resolve: %s', async (_title, record, name) => {
    const { items, errors } = await ask(query(record, [name]));
    expect(errors).toEqual([]);
    const relation = record.relations?.[name] as Relation;
    const found = items.flatMap((item) => pairs(relation, item, item[name]));
    expect(found.length).toBeGreaterThan(0);
    for (const [got, expected] of found) expect(got).toEqual(expected);
  });

  test.each(kinds)(
    'of %s, asked for all at once, take as many statements for 6 rows as for 2',
    async (_title, record) => {
      const text = query(record, Object.keys(record.relations ?? {}));
      const read = async (limit: number) => {
        const variables = { workspaceId: owner.workspaceId, limit };
        expect((await reader.graphql(text, variables, owner.token)).errors).toBeUndefined();
      };
      await read(rows);
      const few = await statementsOf(() => read(2));
      // The caller, the workspace and the list, and one for each relation.
      expect(few.length).toBeLessThanOrEqual(4 + Object.keys(record.relations ?? {}).length);
      expect(await statementsOf(() => read(rows))).toEqual(few);
    },
  );

  test('nest four levels deep, with one statement for each', async () => {
    const text = `query ($workspaceId: ID!, $limit: Int) { workspace(id: $workspaceId) { contacts(limit: $limit) { items {
        opportunities(limit: 5) { items { stage { name } pipeline { name opportunities(limit: 2) { items { id } } } } }
        conversations(limit: 5) { items { agent { companyContext { name } toolFlows { name } } messages { items { body } } } }
      } } } }`;
    const read = async (limit: number) => {
      const variables = { workspaceId: owner.workspaceId, limit };
      expect((await reader.graphql(text, variables, owner.token)).errors).toBeUndefined();
    };
    await read(rows);
    const few = await statementsOf(() => read(2));
    expect(few.length).toBeLessThanOrEqual(12);
    expect(await statementsOf(() => read(rows))).toEqual(few);
  });

  test('require the right to read their target', async () => {
    const targets = relationTargets(records, otherTargets);
    for (const [title, record, name] of relations) {
      const key = await app.seed.apiKey(owner, [`${record.capability}:read`]);
      const { capability, session } = targets.get(record.relations?.[name]?.target ?? '')?.rule ?? {};
      const { items, errors } = await ask(query(record, [name]), key);
      const code = session ? 'SESSION_REQUIRED' : capability === `${record.capability}:read` ? undefined : 'FORBIDDEN';
      expect([title, errors[0]?.extensions?.code]).toEqual([title, code]);
      if (code) expect(items.map((item) => item[name])).toEqual(items.map(() => null));
    }
  });

  test('never leave the workspace', async () => {
    const other = await app.seed.owner();
    const path = `POST /workspaces/${other.workspaceId}/email-templates`;
    const body = { name: 'Foreign', subject: 'Foreign', body: 'Foreign' };
    const foreign = await app.rest(path, { as: other.token, body });
    const { id: templateId } = foreign.body.data as Row;
    const { id } = await make('/campaigns', { name: 'Theirs', channel: 'email' });
    await app.services.db.pool.query('update campaigns set template_id = $1 where id = $2', [templateId, id]);
    const text = `query ($workspaceId: ID!) { workspace(id: $workspaceId) {
      rows: campaigns(search: "Theirs") { items { id templateId emailTemplate { id } } } } }`;
    expect((await ask(text)).items).toEqual([{ id, templateId, emailTemplate: null }]);
  });

  test('are read again by each mutation of a request', async () => {
    const contact = await make('/contacts', { name: 'Before' });
    const event = await make('/calendar-events', {
      title: 'Talk',
      contactId: contact.id,
      startsAt: '2026-12-01',
      endsAt: '2026-12-01',
    });
    const { data, errors } = await app.graphql(
      `mutation ($w: ID!, $event: ID!, $contact: ID!) {
        first: updateCalendarEvent(workspaceId: $w, calendarEventId: $event, input: { title: "One" }) { ...Title }
        updateContact(workspaceId: $w, contactId: $contact, input: { name: "After" }) { id }
        second: updateCalendarEvent(workspaceId: $w, calendarEventId: $event, input: { title: "Two" }) { ...Title }
      }
      fragment Title on CalendarEvent { title contact { name } }`,
      { w: owner.workspaceId, event: event.id, contact: contact.id },
      owner.token,
    );
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({
      first: { title: 'One', contact: { name: 'Before' } },
      second: { title: 'Two', contact: { name: 'After' } },
    });
  });

  test('select the requested fields at each place of a fragment', async () => {
    const text = `query ($workspaceId: ID!) { workspace(id: $workspaceId) {
      some: opportunities(limit: 1) { items { ...One } }
      rows: opportunities(limit: 1) { items { ...One contact { phone } } }
    } } fragment One on Opportunity { id contact { name } }`;
    const { items, errors } = await ask(text);
    expect(errors).toEqual([]);
    expect(items).toMatchObject([{ contact: { name: `Ana ${rows - 1}`, phone: `+3460000000${rows - 1}` } }]);
  });
});

/** What a relation led to, beside what it should have; nothing where the row leads nowhere. */
function pairs(relation: Relation, item: Row, got: unknown): [unknown, unknown][] {
  if (relation.kind === 'many') {
    const { items, pagination } = got as { items: Row[]; pagination: { total: number } };
    expect(pagination.total).toBeGreaterThanOrEqual(items.length);
    return items.map((one) => [one[relation.field], item.id]);
  }
  const named = item[relation.field];
  if (relation.kind === 'each') return (got as Row[]).map(({ id }, at) => [id, (named as string[])[at]]);
  if (got === null) return [];
  return [[(got as Row).id ?? (got as Row).userId, named]];
}
