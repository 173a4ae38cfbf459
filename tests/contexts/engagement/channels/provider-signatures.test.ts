import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema, type GraphQLField, getNamedType } from 'graphql';
import { statusAddress } from '../../../../src/contexts/engagement/channels/sms/status-address.js';
import { callbackAddress } from '../../../../src/contexts/engagement/channels/voice/call-token.js';
import { newId } from '../../../../src/platform/new-id.js';
import type { Owner } from '../../../support/seed.js';
import { type ProviderFixture, startProviderFixture } from './provider-fixture.js';

let fixture: ProviderFixture;
let owner: Owner;
let callId: string;

beforeAll(async () => {
  fixture = await startProviderFixture({ limits: { invalidTokens: 1_000 } });
  owner = await fixture.app.seed.owner();
  const path = `POST /workspaces/${owner.workspaceId}`;
  const as = { as: owner.token };
  await fixture.app.rest(`${path}/contacts`, { ...as, body: { phone: '+34600000001' } });
  const call = { direction: 'outbound', from: '+34600000002', to: '+34600000001' };
  const made = await fixture.app.rest(`${path}/voice-calls`, { ...as, body: call });
  callId = (made.body.data as { id: string }).id;
}, 60_000);

afterAll(() => fixture.stop());

/** Those of flows, of their steps and of payments are tested with what they are signed with. */
const others = ['runWebhook', 'receiveCallback', 'submitForm', 'receivePaymentEvent', 'receiveStripeEvent'];

/** Every mutation that takes a request of a provider of messages and calls. */
const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(
  ({ name, args }: GraphQLField<unknown, unknown>) =>
    !others.includes(name) && args.some(({ type }) => getNamedType(type).name === 'WebhookRequestInput'),
);

const settings = () => fixture.app.services.settings;
const tokenOf = (address: string) => new URL(address).searchParams.get('token') as string;
const key = () => ({ workspaceId: owner.workspaceId, source: 'platform' as const });

/** A request that would have an effect if it were signed, with a token that the server did sign. */
const requests: Record<string, () => { args: Record<string, unknown>; body: string }> = {
  receiveSmsStatus: () => ({
    args: { token: tokenOf(statusAddress(settings(), { ...key(), idempotencyKey: `message:${newId()}` })) },
    body: 'MessageSid=SM1&MessageStatus=delivered',
  }),
  receiveSms: () => ({ args: {}, body: 'MessageSid=SM1&From=%2B34600000001&To=%2B15550100&Body=Hi' }),
  receiveWhatsapp: () => {
    const message = { id: 'w1', from: '34600000001', type: 'text', text: { body: 'Hi' } };
    const value = { metadata: { phone_number_id: '1234' }, messages: [message] };
    return { args: {}, body: JSON.stringify({ entry: [{ changes: [{ field: 'messages', value }] }] }) };
  },
  receiveCallStatus: () => ({
    args: { token: tokenOf(callbackAddress(settings(), { ...key(), callId })) },
    body: 'CallStatus=completed&CallDuration=3600',
  }),
};

const invalid = Buffer.alloc(20).toString('base64');
const signatures: Record<string, object> = {
  'no signature': {},
  'an empty signature': { 'x-twilio-signature': '', 'x-hub-signature-256': '' },
  'a wrong signature': { 'x-twilio-signature': invalid, 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
};

/** What callbacks change. */
async function state(): Promise<unknown[]> {
  const tables = ['messages', 'conversations', 'contacts', 'early_message_states', 'voice_calls', 'usage_events'];
  return Promise.all(
    tables.map(async (table) => {
      const { rows } = await fixture.app.services.db.pool.query(`select to_json(t) from ${table} t`);
      return [table, rows];
    }),
  );
}

test('every callback of a provider has a request here', () => {
  expect(mutations.map(({ name }) => name).sort()).toEqual(Object.keys(requests).sort());
});

describe.each(mutations.map(({ name, args }) => ({ name, args })))('$name', ({ name, args }) => {
  test.each(Object.keys(signatures))('is refused with %s, and changes nothing', async (how) => {
    const sent = requests[name]?.();
    const before = await state();
    const declared = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
    const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
    const variables = { ...sent?.args, request: { headers: signatures[how], body: sent?.body } };
    const answer = await fixture.app.graphql(`mutation (${declared}) { ${name}(${passed}) { received } }`, variables);
    expect(answer.errors).toMatchObject([{ extensions: { code: 'INVALID_TOKEN' } }]);
    expect(await state()).toEqual(before);
  });
});

test('the routes of providers refuse the same requests', async () => {
  const paths = Object.entries({
    [`/messages/twilio/status?token=${requests.receiveSmsStatus?.().args.token}`]: 'receiveSmsStatus',
    '/messages/twilio': 'receiveSms',
    '/messages/whatsapp': 'receiveWhatsapp',
    [`/voice/status?token=${requests.receiveCallStatus?.().args.token}`]: 'receiveCallStatus',
  });
  expect(paths).toHaveLength(mutations.length);
  const before = await state();
  for (const [path, name] of paths) {
    for (const headers of Object.values(signatures)) {
      const type = name === 'receiveWhatsapp' ? 'application/json' : 'application/x-www-form-urlencoded';
      const answer = await fetch(fixture.app.url + path, {
        method: 'POST',
        body: requests[name]?.().body as string,
        headers: { ...(headers as Record<string, string>), 'content-type': type },
      });
      expect([path, answer.status]).toEqual([path, 401]);
    }
  }
  expect(await state()).toEqual(before);
});
