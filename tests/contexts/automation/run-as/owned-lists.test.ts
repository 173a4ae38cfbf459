import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner } from '../../../support/seed.js';
import { recordStatements } from '../../../support/statements.js';
import { addMember, type Person } from '../../accounts/members/people.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
}, 60_000);
afterAll(() => app.stop());

const writing = graph(
  [node('start', 'trigger.webhook'), node('save', 'crm.upsertContact', { email: 'a@b.co' })],
  'start>save',
);
const harmless = graph([node('start', 'trigger.webhook'), node('end', 'logic.stop')], 'start>end');

interface Owned {
  flows: { id: string }[];
  webhooks: { id: string }[];
  hasMore: boolean;
}
interface Listed {
  workspace: {
    members: { items: { userId: string; owns: Owned; asViewer: Owned }[] };
    apiKeys: { items: { id: string; owns: Owned }[] };
  };
}

const owned = '{ flows { id: flowId } webhooks { id: webhookId } hasMore }';
const query = `query ($w: ID!) { workspace(id: $w) {
  members(limit: 100, sortOrder: asc) { items { userId owns ${owned} asViewer: owns(role: VIEWER) ${owned} } }
  apiKeys(limit: 100, sortOrder: asc) { items { id owns ${owned} } } } }`;

async function list(): Promise<Listed['workspace']> {
  const { data, errors } = await app.graphql<Listed>(query, { w: owner.workspaceId }, owner.token);
  if (!data) throw new Error(JSON.stringify(errors));
  return data.workspace;
}

interface Made {
  member: Person;
  keyId: string;
  flows: string[];
  ofKey: string;
  webhook: string;
}

/** A member with two flows, a webhook, and a flow that runs as an API key of theirs. */
async function working(): Promise<Made> {
  const member = await addMember(app, owner.workspaceId, owner.token, 'EDITOR', ['webhooks:read', 'webhooks:write']);
  const post = async <T>(path: string, body: object) => {
    const options = { as: member.token, body };
    return (await app.rest(`POST /workspaces/${owner.workspaceId}${path}`, options)).body.data as T;
  };
  const key = await post<{ id: string; key: string }>('/api-keys', { name: 'Deploy', capabilities: ['*'] });
  const hooked = { settings: { triggerType: 'webhook' } };
  const made = async (as: string, content: object) =>
    (await app.seed.flow({ ...owner, token: as }, { ...content, ...hooked })).id;
  const flows = [await made(member.token, writing), await made(member.token, harmless)];
  const hook = { url: 'https://receiver.example/h', events: ['contact.created'] };
  const { id: webhook } = await post<{ id: string }>('/webhooks', hook);
  return { member, keyId: key.id, flows, ofKey: await made(key.key, writing), webhook };
}

const ids = (all: { id: string }[]) => all.map(({ id }) => id);

test('what each member and API key of a list owns takes the same statements for many as for one', async () => {
  const statementsOf = recordStatements(app);
  const made = [await working()];
  const few = await statementsOf(list);
  for (let count = 0; count < 4; count++) made.push(await working());
  expect(await statementsOf(list)).toEqual(few);
  // Four with a role, three for removals: members and API keys are read at different times.
  expect(few.filter((label) => label.endsWith('_of_principals'))).toHaveLength(4 + 3);

  const { members, apiKeys } = await list();
  for (const { member, keyId, flows, ofKey, webhook } of made) {
    const { owns, asViewer } = members.items.find(({ userId }) => userId === member.userId) ?? {};
    expect([ids(owns?.flows ?? []), ids(owns?.webhooks ?? [])]).toEqual([[...flows, ofKey], [webhook]]);
    expect([ids(asViewer?.flows ?? []), asViewer?.webhooks]).toEqual([[flows[0], ofKey], []]);
    expect(apiKeys.items.find(({ id }) => id === keyId)?.owns).toEqual({
      flows: [{ id: ofKey }],
      webhooks: [],
      hasMore: false,
    });
  }
});

test('each of them lists 100 flows, and says whether there are more', async () => {
  const { member, flows } = await working();
  const other = await working();
  const copies = (count: number) =>
    app.services.db.pool.query(
      `with copied as (
        insert into flows (workspace_id, name, settings, is_active, run_as)
        select workspace_id, name, settings, true, run_as from flows, generate_series(1, $2) where id = $1
        returning workspace_id, id
      )
      insert into flow_versions (workspace_id, flow_id, version, name, description, nodes, edges, variables, settings, tags)
      select v.workspace_id, c.id, 1, v.name, v.description, v.nodes, v.edges, v.variables, v.settings, v.tags
      from copied c join flow_versions v on v.flow_id = $1`,
      [flows[0], count],
    );
  const seen = async ({ userId }: Person) => {
    const { owns, asViewer } = (await list()).members.items.find((item) => item.userId === userId) ?? {};
    return [owns, asViewer].map((one) => [one?.flows.length, one?.hasMore]);
  };
  await copies(97);
  expect(await seen(member)).toEqual([
    [100, false],
    [99, false],
  ]);
  await copies(2);
  expect(await seen(member)).toEqual([
    [100, true],
    [100, true],
  ]);
  expect(await seen(other.member)).toEqual([
    [3, false],
    [2, false],
  ]);
});
