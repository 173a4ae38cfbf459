import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { modules } from '../../../../src/app/modules.js';
import { nodeTypes } from '../../../../src/nodes/index.js';
import { phoneRule } from '../../../../src/platform/phone-number.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { importCsv } from '../../../support/import-csv.js';
import { reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
/** The owner of a workspace without a country, and of one in Spain. */
let nowhere: Owner;
let spain: Owner;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  nowhere = await app.seed.owner();
  spain = await app.seed.owner();
  await patch(spain, { country: 'es' });
}, 60_000);

afterAll(() => app.stop());

const patch = (owner: Owner, body: object) =>
  app.rest(`PATCH /workspaces/${owner.workspaceId}`, { as: owner.token, body });
const call = async (owner: Owner, at: string, body?: unknown) => {
  const [method, path] = at.split(' ');
  return app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, { as: owner.token, ...(body ? { body } : {}) });
};

const national = ['600112233', '(202) 555-0188', '600 11 22 33'];

describe('the country of a workspace', () => {
  test('is a code of ISO 3166-1, in either case, and null removes it', async () => {
    const owner = await app.seed.owner();
    expect((await patch(owner, { country: 'pt' })).body.data).toMatchObject({ country: 'PT' });
    expect((await call(owner, 'GET ')).body.data).toMatchObject({ country: 'PT' });
    expect((await patch(owner, { name: 'Shop' })).body.data).toMatchObject({ country: 'PT' });
    expect((await patch(owner, { country: null })).body.data).toMatchObject({ country: null });
    const answer = await app.graphql<{ updateWorkspace: unknown }>(
      'mutation ($id: ID!) { updateWorkspace(workspaceId: $id, input: { country: "US" }) { country } }',
      { id: owner.workspaceId },
      owner.token,
    );
    expect(answer.data).toEqual({ updateWorkspace: { country: 'US' } });
  });

  test.each(['XX', 'Spain', 'ESP', '', 34])('is not %j', async (country) => {
    const { status, body } = await patch(nowhere, { country });
    expect(status).toBe(400);
    expect(body.error.details?.[0]).toMatchObject({ field: expect.stringContaining('country') });
  });
});

interface PhoneField {
  record: string;
  path: string;
  field: string;
  parent: boolean;
  sample: Record<string, unknown>;
}

const samples: Record<string, Record<string, unknown>> = {
  Contact: { name: 'Ana' },
  CallerId: { name: 'Line', phone: '+34600000001' },
  VoiceCall: { direction: 'inbound', from: '+34600000001', to: '+34600000002' },
  CompanyContext: { name: 'Company' },
};

/** Every field of every record that is a phone number. */
const phoneFields = modules
  .flatMap(({ records = [] }) => records)
  .flatMap((record): PhoneField[] =>
    Object.entries(record.fields)
      .filter(([, field]) => field.phone && field.writable !== 'never')
      .map(([field]) => ({
        record: record.name,
        field,
        parent: record.parent !== undefined,
        sample: samples[record.name] ?? {},
        path: String(record.routes.list).slice('GET /'.length),
      })),
  );

test('contacts, caller IDs and calls have phone numbers', () => {
  expect(phoneFields.map(({ record, field }) => `${record}.${field}`)).toEqual(
    expect.arrayContaining(['Contact.phone', 'CallerId.phone', 'VoiceCall.from', 'VoiceCall.to']),
  );
});

describe.each(phoneFields)('$record.$field', ({ path, field, sample }) => {
  test.each(national)('is not %j without a country', async (phone) => {
    const { status, body } = await call(nowhere, `POST /${path}`, { ...sample, [field]: phone });
    expect(status).toBe(400);
    expect(body.error.details).toEqual([{ field, rule: 'PHONE_INVALID', message: `${field} ${phoneRule}.` }]);
  });

  test('is read by the country of the workspace', async () => {
    const made = await call(spain, `POST /${path}`, { ...sample, [field]: '611 22 33 44' });
    expect([made.status, (made.body.data as Record<string, unknown>)[field]]).toEqual([201, '+34611223344']);
    const wrong = await call(spain, `POST /${path}`, { ...sample, [field]: '12 34' });
    expect(wrong.body.error.details).toEqual([{ field, rule: 'PHONE_INVALID', message: `${field} ${phoneRule}.` }]);
  });
});

test('a contact keeps its number in E.164 when it is changed to a national one', async () => {
  const made = await call(spain, 'POST /contacts', { name: 'Leo' });
  const { id } = made.body.data as { id: string };
  const changed = await call(spain, `PATCH /contacts/${id}`, { phone: '622 33 44 55' });
  expect(changed.body.data).toMatchObject({ phone: '+34622334455' });
  const refused = await call(spain, 'POST /contacts', { name: 'Leo again', phone: '622334455' });
  expect(refused.status).toBe(409);
});

test('lines of a CSV file and contacts in bulk are read by the country of the workspace', async () => {
  const importInto = async (owner: Owner) => {
    const csv = 'name,phone\r\nCsv,633 44 55 66\r\nCsv,+34 633 44 55 66\r\nCsv,12\r\n';
    return (await importCsv(app, owner, csv)).body.data;
  };
  expect(await importInto(nowhere)).toMatchObject({ created: 1, failed: 2, errors: [{ line: 2 }, { line: 4 }] });
  expect(await importInto(spain)).toMatchObject({ created: 1, unchanged: 1, failed: 1, errors: [{ line: 4 }] });
  const bulk = await call(spain, 'POST /contacts/upsert', { contacts: [{ name: 'Bulk', phone: '633445566' }] });
  expect(bulk.body.data).toMatchObject({ updated: 1 });
});

/** The other fields that the nodes need. */
const dataOf: Record<string, Record<string, unknown>> = {
  'message.sms': { text: 'Hi' },
  'message.whatsapp': { text: 'Hi' },
  'message.whatsappTemplate': { templateId: 'hello' },
  'crm.upsertContact': { fields: { name: 'Ana' } },
};

/** Every field of every node that is a phone number. */
const nodeFields = nodeTypes.flatMap(({ type, fields }) =>
  Object.keys(fields.shape).flatMap((field) => {
    const issues = fields.safeParse({ [field]: '600112233' }).error?.issues ?? [];
    return issues.some(({ message, path }) => message === phoneRule && path[0] === field) ? [{ type, field }] : [];
  }),
);

async function run(owner: Owner, type: string, data: object, triggerData: object): Promise<SeenExecution> {
  const nodes = [node('start', 'trigger.manual'), node('act', type, { ...data })];
  const flow = await app.seed.flow(owner, graph(nodes, 'start>act'));
  return reached(app, owner, await trigger(app, owner, flow.id, { triggerData }));
}
const stepOf = ({ steps }: SeenExecution) => steps.find(({ nodeId }) => nodeId === 'act');

test('nodes that send, call and write contacts have phone numbers', () => {
  expect(nodeFields.map(({ type, field }) => `${type}.${field}`)).toEqual(
    expect.arrayContaining([
      'message.sms.to',
      'message.whatsapp.to',
      'message.whatsappTemplate.to',
      'voice.call.to',
      'crm.upsertContact.phone',
    ]),
  );
});

describe.each(nodeFields)('the field $field of $type', ({ type, field }) => {
  const withAgent = async (owner: Owner) => {
    if (type !== 'voice.call') return dataOf[type] ?? {};
    const made = await call(owner, 'POST /voice-agents', { name: 'Eva', prompt: 'Talk.' });
    return { voiceAgentId: (made.body.data as { id: string }).id };
  };

  test('fails the step for a national number without a country', async () => {
    const data = { ...(await withAgent(nowhere)), [field]: '{{triggerData.phone}}' };
    for (const phone of [...national, 600112233]) {
      const failed = await run(nowhere, type, data, { phone });
      expect(stepOf(failed)?.error).toEqual({ code: 'FIELD_INVALID', message: `${field} ${phoneRule}.` });
    }
  });

  test('is read by the country of the workspace', async () => {
    const data = { ...(await withAgent(spain)), [field]: '{{triggerData.phone}}' };
    const done = await run(spain, type, data, { phone: 600112233 });
    expect(stepOf(done)).toMatchObject({ status: 'completed' });
  });

  test('is valid as it stands where the workspace has a country', async () => {
    const issues = async (owner: Owner) => {
      const data = { ...(await withAgent(owner)), [field]: '600112233' };
      const content = graph([node('start', 'trigger.manual'), node('act', type, data)], 'start>act');
      const flow = await app.seed.flow(owner, content, false);
      const { body } = await call(owner, `GET /flows/${flow.id}/validate`);
      return (body.data as { issues: { ruleId: string; message: string }[] }).issues.filter(
        ({ ruleId }) => ruleId === 'FIELD_INVALID',
      );
    };
    expect(await issues(nowhere)).toHaveLength(1);
    expect(await issues(spain)).toEqual([]);
  });
});

test('an SMS to a national number leaves for its number in E.164', async () => {
  const sent = await run(spain, 'message.sms', { to: '{{triggerData.phone}}', text: 'Hi' }, { phone: '644 55 66 77' });
  expect(stepOf(sent)).toMatchObject({ status: 'completed' });
  const outbox = (await call(spain, 'GET /outbox')).body.data as { to: string }[];
  expect(outbox[0]?.to).toBe('+34644556677');
});

test('blanks around addresses of contacts and recipients are dropped', async () => {
  const phone = ' +34 655 66 77 88 ';
  const address = 'ADA@lead.example ';
  const made = await run(
    nowhere,
    'crm.upsertContact',
    { email: '{{triggerData.email}}', phone: '{{triggerData.phone}}' },
    { email: address, phone },
  );
  expect(stepOf(made)?.output).toMatchObject({ email: 'ada@lead.example', phone: '+34655667788' });
  const byFields = await run(
    nowhere,
    'crm.upsertContact',
    { phone: '{{triggerData.phone}}', fields: { email: '{{triggerData.email}}' } },
    { email: address, phone },
  );
  expect(stepOf(byFields)).toMatchObject({ status: 'completed', output: { email: 'ada@lead.example' } });
  const found = await run(
    nowhere,
    'crm.findContact',
    { filter: { email: '{{triggerData.email}}' } },
    { email: ` ${address}` },
  );
  expect(stepOf(found)).toMatchObject({ output: { email: 'ada@lead.example' } });
  const mail = { to: ['{{triggerData.email}}'], subject: 'Hello', body: 'Hi' };
  for (const to of [mail.to, '{{triggerData.email}}']) {
    expect(stepOf(await run(nowhere, 'message.email', { ...mail, to }, { email: address }))).toMatchObject({
      status: 'completed',
    });
  }
});
