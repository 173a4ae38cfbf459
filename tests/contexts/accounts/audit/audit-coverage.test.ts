import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type GraphQLField, getNamedType, isInputObjectType, isObjectType } from 'graphql';
import { buildGraphSchema } from '../../../../src/app/schema.js';
import type { DeclaredRule } from '../../../../src/platform/graphql/allow.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { sampleArguments } from '../../../support/sample-args.js';
import { providerOf } from '../auth/providers/providers.js';
import { storedEntries } from './audit-people.js';

/** Calls every mutation of the schema, so that a new one is in here by itself. */
const mutations = Object.values(buildGraphSchema().getMutationType()?.getFields() ?? {}) as Mutation[];
type Mutation = GraphQLField<unknown, unknown>;

const ruleOf = ({ extensions }: Mutation) => extensions.rule as DeclaredRule;
const isAudited = (mutation: Mutation) => ruleOf(mutation).unaudited === undefined;
/** Who may do it depends on the record, which is looked up first. */
const dependsOnRecord: readonly string[] = ['cancelJob'];
const isOfWorkspace = ({ args }: Mutation) => args.some(({ name }) => name === 'workspaceId');

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ loginProviders: [providerOf({ issuer: 'https://login.company.example' })] });
});

afterAll(() => app.stop());

/** Input values by name, where the smallest value of a type is not valid. */
const valid: Record<string, unknown> = {
  email: 'someone@example.com',
  password: 'a quiet green lamp',
  name: 'Someone',
  code: '123456',
  providerId: 'company',
};

function inputOf(mutation: Mutation, workspaceId: string): Record<string, unknown> {
  const args = sampleArguments(mutation.args, workspaceId, 'workspaceId');
  const type = mutation.args.find(({ name }) => name === 'input')?.type;
  const input = type && getNamedType(type);
  const named = Object.keys(args).filter((name) => name in valid);
  const all = { ...args, ...Object.fromEntries(named.map((name) => [name, valid[name]])) };
  if (!args.input || !isInputObjectType(input)) return all;
  const fields = Object.keys(input.getFields()).filter((name) => name in valid);
  return { ...all, input: { ...args.input, ...Object.fromEntries(fields.map((name) => [name, valid[name]])) } };
}

async function sessionOf({ token }: { token: string }): Promise<string> {
  const { body } = await app.rest('GET /auth/sessions', { as: token });
  return (body.data as { id: string }[])[0]?.id ?? '';
}

async function identityOf({ email }: { email: string }): Promise<string> {
  const { rows } = await app.services.db.pool.query<{ id: string }>(
    `insert into linked_identities (user_id, issuer, subject, created_at, last_used_at)
     select id, 'https://login.company.example', id::text, now(), now() from users where email = $1 returning id`,
    [email],
  );
  return rows[0]?.id ?? '';
}

async function call(mutation: Mutation, workspaceId: string, as: string): Promise<void> {
  const variables = inputOf(mutation, workspaceId);
  const named = mutation.args.filter(({ name }) => name in variables);
  const declared = named.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = named.map(({ name }) => `${name}: $${name}`).join(', ');
  const result = isObjectType(getNamedType(mutation.type)) ? ' { __typename }' : '';
  const text = `mutation ${declared && `(${declared})`} { ${mutation.name}${passed && `(${passed})`}${result} }`;
  await app.graphql(text, variables, as);
}

describe('the audit log has an entry of', () => {
  test('every mutation in a workspace that a member may not call', async () => {
    const owner = await app.seed.owner();
    const key = await app.seed.apiKey(owner, ['analytics:read']);
    const names: string[] = [];
    for (const mutation of mutations.filter(isAudited).filter(isOfWorkspace)) {
      if (dependsOnRecord.includes(mutation.name)) continue;
      names.push(mutation.name);
      await call(mutation, owner.workspaceId, key);
    }
    const refused = (await storedEntries(app, owner.workspaceId)).filter(({ outcome }) => outcome === 'refused');
    expect(refused.map(({ action }) => action)).toEqual(names);
    expect(names.length).toBeGreaterThan(90);
  });

  test('every mutation of an account', async () => {
    const outside = mutations.filter(isAudited).filter((mutation) => !isOfWorkspace(mutation));
    expect(outside.map(({ name }) => name)).toEqual(expect.arrayContaining(['login', 'register', 'logout']));
    for (const mutation of outside) {
      const owner = await app.seed.owner();
      const before = await countOf(mutation.name);
      Object.assign(valid, { sessionId: await sessionOf(owner), identityId: await identityOf(owner) });
      await call(mutation, owner.workspaceId, owner.token);
      expect([mutation.name, await countOf(mutation.name)]).not.toEqual([mutation.name, before]);
    }
  });

  test('and the mutations without one say why', () => {
    const reasons = mutations
      .filter((mutation) => !isAudited(mutation))
      .map((mutation) => [mutation.name, ruleOf(mutation).unaudited]);
    expect(Object.fromEntries(reasons)).toEqual({
      batchContacts: 'Each of its operations is recorded, like the mutation for one record.',
      batchFlows: 'Each of its operations is recorded, like the mutation for one flow.',
      batchOpportunities: 'Each of its operations is recorded, like the mutation for one record.',
      decideApprovalByLink: 'The use case records it, with the person that the link was created for.',
      receiveCallStatus: expect.stringMatching(/^Providers report/),
      receiveSms: expect.stringMatching(/^Providers report/),
      receiveSmsStatus: expect.stringMatching(/^Providers report/),
      receiveWhatsapp: expect.stringMatching(/^Providers report/),
      finishConnection: 'It records itself what it has changed.',
      openConnectionLink: 'It changes nothing; the end is recorded.',
      receiveCallback: 'The step that it continues records it.',
      receivePaymentEvent: expect.stringMatching(/^The ledger records/),
      receiveStripeEvent: expect.stringMatching(/^The ledger records/),
      refresh: 'It continues a session; its login is recorded.',
      runWebhook: 'The execution that it starts records it.',
      startProviderLogin: 'Its end is recorded.',
      shadowReplay: 'It changes nothing and leaves nothing behind.',
      submitForm: 'The execution that it starts or continues records it.',
      unsubscribe: 'The use case records it, with the address that the link was sent to.',
    });
  });
});

async function countOf(action: string): Promise<number> {
  const { rows } = await app.services.db.pool.query('select 1 from audit_log where action = $1', [action]);
  return rows.length;
}
