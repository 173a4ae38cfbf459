import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as documents from '../../../../src/rest/generated/operations.js';
import { ask, type OwnOperation, surfaces } from '../../../api/both-surfaces.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { importCsv } from '../../../support/import-csv.js';
import { reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
}, 60_000);

afterAll(() => app.stop());

const rule = 'must be a phone number with its country code: + or 00, then 7 to 15 digits, for example +34600000001.';
const ambiguous = ['600112233', '(202) 555-0188', '34600000001', '+44 (0)20 7946 0958'];
const create: OwnOperation = ['POST P/contacts', documents.CreateContactDocument];

const outboxOf = async () =>
  (await app.rest(`GET /workspaces/${owner.workspaceId}/outbox?limit=100`, { as: owner.token })).body.data as {
    to: string;
  }[];
const contactsWith = async (search: string) =>
  (await app.rest(`GET /workspaces/${owner.workspaceId}/contacts?search=${search}`, { as: owner.token })).body.data as {
    id: string;
    phone: string;
  }[];

/** Runs a flow of one node on data from outside, as a webhook brings it. */
async function run(type: string, data: Record<string, unknown>, triggerData: object): Promise<SeenExecution> {
  const flow = await app.seed.flow(
    owner,
    graph([node('start', 'trigger.manual'), node('act', type, data)], 'start>act'),
  );
  return reached(app, owner, await trigger(app, owner, flow.id, { triggerData }));
}
const stepOf = ({ steps }: SeenExecution) => steps.find(({ nodeId }) => nodeId === 'act');

describe.each(surfaces)('over %s', (surface) => {
  test.each(ambiguous)('a contact with the phone %s is rejected', async (phone) => {
    const answer = await ask(app, surface, create, {
      as: owner.token,
      workspaceId: owner.workspaceId,
      input: { name: 'Ambiguous', phone },
    });
    expect(answer).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    expect(answer.details).toEqual([expect.objectContaining({ field: 'phone', message: `phone ${rule}` })]);
  });

  test('a contact is stored with its number in E.164 format, in whichever form it is sent', async () => {
    const [first, second] =
      surface === 'REST' ? ['+34 600-000-101', '0034600000101'] : ['0034 600 000 102', '+34600000102'];
    const by = { as: owner.token, workspaceId: owner.workspaceId };
    const made = await ask(app, surface, create, { ...by, input: { name: 'Ana', phone: first } });
    expect(made.code).toBeNull();
    expect((await contactsWith(second.slice(-9)))[0]?.phone).toBe(`+34${second.slice(-9)}`);
    const again = await ask(app, surface, create, { ...by, input: { name: 'Ben', phone: second } });
    expect(again).toMatchObject({ status: 409, code: 'CONFLICT' });
  });
});

test('a line of a CSV file with a number without country code is rejected, by the name of its field', async () => {
  const csv = 'name,phone\r\nCsv,600112233\r\nCsv,00 34 600 000 103\r\nCsv,+34600000103\r\n';
  expect((await importCsv(app, owner, csv)).body.data).toMatchObject({
    created: 1,
    unchanged: 1,
    failed: 1,
    errors: [{ line: 2, field: 'phone', message: `phone ${rule}` }],
  });
  expect((await contactsWith('600000103')).map(({ phone }) => phone)).toEqual(['+34600000103']);
});

describe('in a flow', () => {
  const senders: [string, string, Record<string, unknown>][] = [
    ['message.sms', 'to', { text: 'Hi' }],
    ['message.whatsapp', 'to', { text: 'Hi' }],
    ['message.whatsappTemplate', 'to', { templateId: 'hello' }],
    ['crm.upsertContact', 'phone', { fields: { name: 'Ambiguous' } }],
  ];

  test.each(senders)(
    '%s rejects a number without country code, with the message of the API',
    async (type, field, data) => {
      for (const phone of [...ambiguous, 600_112_233]) {
        const failed = await run(type, { ...data, [field]: '{{triggerData.phone}}' }, { phone });
        expect(stepOf(failed)).toMatchObject({
          status: 'failed',
          error: { code: 'FIELD_INVALID', message: `${field} ${rule}` },
        });
      }
      expect(await contactsWith('Ambiguous')).toEqual([]);
      expect((await outboxOf()).map(({ to }) => to)).not.toContain('+600112233');
    },
  );

  test('voice.call rejects it too', async () => {
    const at = `POST /workspaces/${owner.workspaceId}/voice-agents`;
    const { body } = await app.rest(at, { as: owner.token, body: { name: 'Eva', prompt: 'Talk.' } });
    const voiceAgentId = (body.data as { id: string }).id;
    const failed = await run('voice.call', { to: '{{triggerData.phone}}', voiceAgentId }, { phone: '600112233' });
    expect(stepOf(failed)?.error).toEqual({ code: 'FIELD_INVALID', message: `to ${rule}` });
  });

  test('crm.upsertContact rejects one in its fields', async () => {
    const fields = { phone: '{{triggerData.phone}}' };
    const failed = await run('crm.upsertContact', { email: 'eva@example.com', fields }, { phone: '600112233' });
    expect(stepOf(failed)?.error).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining(`phone ${rule}`),
    });
  });

  test('a number with its country code is one number, in whichever form it is sent', async () => {
    const made = await run('crm.upsertContact', { phone: '{{triggerData.phone}}' }, { phone: '0034 600 000 104' });
    const again = await run(
      'crm.upsertContact',
      { fields: { phone: '{{triggerData.phone}}' }, email: 'leo@example.com' },
      { phone: '+34 (600) 000-104' },
    );
    const found = await run(
      'crm.findContact',
      { filter: { phone: '{{triggerData.phone}}' } },
      { phone: '+34-600-000-104' },
    );
    const [contact] = await contactsWith('600000104');
    expect(contact?.phone).toBe('+34600000104');
    expect([made, again, found].map((one) => (stepOf(one)?.output as { id?: string })?.id)).toEqual([
      contact?.id,
      contact?.id,
      contact?.id,
    ]);
    await run('message.sms', { to: '{{triggerData.phone}}', text: 'Hi' }, { phone: '00 34 600 000 104' });
    expect((await outboxOf())[0]?.to).toBe('+34600000104');
  });

  test('a contact whose number is stored already keeps it', async () => {
    const { rows } = await app.services.db.pool.query<{ id: string }>(
      `insert into contacts (workspace_id, id, name, phone, status, tags, do_not_contact, custom_fields, created_at, updated_at)
       values ($1, uuidv7(), 'Stored', '+600112299', 'lead', '{}', false, '{}', now(), now()) returning id`,
      [owner.workspaceId],
    );
    const path = `/workspaces/${owner.workspaceId}/contacts/${rows[0]?.id}`;
    const changed = await app.rest(`PATCH ${path}`, { as: owner.token, body: { name: 'Stored still' } });
    expect(changed.body.data).toMatchObject({ name: 'Stored still', phone: '+600112299' });
  });
});
