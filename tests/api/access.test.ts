import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createSourceEventStream,
  type ExecutionResult,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isObjectType,
  parse,
} from 'graphql';
import { loadRoutes } from '../../src/app/collect-modules.js';
import { requestContext } from '../../src/app/request-context.js';
import { buildGraphSchema } from '../../src/app/schema.js';
import {
  type Capability,
  capabilities,
  capabilitiesOfRole,
  type Role,
  roles,
} from '../../src/platform/access/capabilities.js';
import type { DeclaredRule } from '../../src/platform/graphql/allow.js';
import { presentError } from '../../src/platform/graphql/present-error.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { nobody, sampleArguments } from '../support/sample-args.js';
import type { Owner } from '../support/seed.js';

/**
 * Walks every way into the graph and every REST route, as every kind of caller, and compares the answer with the rule
 * that the operation declares. What is new is walked by itself; what declares no rule does not even start.
 */
const schema = buildGraphSchema();

interface Entrance {
  name: string;
  rule: DeclaredRule;
  query(workspaceId: string): { query: string; variables: Record<string, unknown> };
}

type Field = GraphQLField<unknown, unknown>;

const entrances: Entrance[] = [
  ...fieldsOf('Query').map((field) => rootEntrance('query', field)),
  ...fieldsOf('Mutation').map((field) => rootEntrance('mutation', field)),
  ...fieldsOf('Subscription').map((field) => rootEntrance('subscription', field)),
  ...fieldsOf('Workspace')
    .filter((field) => field.extensions.rule)
    .map(workspaceEntrance),
];

function fieldsOf(type: string): Field[] {
  return Object.values((schema.getType(type) as GraphQLObjectType).getFields()) as Field[];
}

function rootEntrance(kind: 'query' | 'mutation' | 'subscription', field: Field): Entrance {
  const rule = field.extensions.rule as DeclaredRule;
  return {
    name: `${kind} ${field.name}`,
    rule,
    query: (workspaceId) => {
      const variables = sampleArguments(field.args, workspaceId, rule.workspaceArg ?? 'workspaceId');
      return { query: `${kind} ${declare(field, variables)} { ${call(field, variables)} }`, variables };
    },
  };
}

function workspaceEntrance(field: Field): Entrance {
  return {
    name: `Workspace.${field.name}`,
    rule: field.extensions.rule as DeclaredRule,
    query: (workspaceId) => {
      const variables = sampleArguments(field.args, '', '');
      const declared = declare(field, variables).replace(/^\(|\)$/g, '');
      return {
        query: `query ($workspaceId: ID!${declared && `, ${declared}`}) { workspace(id: $workspaceId) { ${call(field, variables)} } }`,
        variables: { ...variables, workspaceId },
      };
    },
  };
}

function declare(field: Field, variables: object): string {
  const names = field.args.filter((arg) => arg.name in variables).map((arg) => `$${arg.name}: ${arg.type}`);
  return names.length > 0 ? `(${names.join(', ')})` : '';
}

function call(field: Field, variables: object): string {
  const args = Object.keys(variables).map((name) => `${name}: $${name}`);
  const type = getNamedType(field.type);
  const inner = isObjectType(type) ? ` { ${leafOf(type)} }` : '';
  return `${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''}${inner}`;
}

/** Any selection that asks for nothing more: a leaf, else a leaf further down. */
function leafOf(type: GraphQLObjectType): string {
  const fields = Object.values(type.getFields()).filter((field) => field.args.length === 0 && !field.extensions.rule);
  const leaf = fields.find((field) => isLeafType(getNamedType(field.type)));
  if (leaf) return leaf.name;
  const object = fields.find((field) => isObjectType(getNamedType(field.type))) as Field;
  return `${object.name} { ${leafOf(getNamedType(object.type) as GraphQLObjectType)} }`;
}

let app: TestApp;

/** Two tenants for those attempts that change nothing, whatever comes of them. */
let tenants: { owner: Owner; stranger: Owner };

beforeAll(async () => {
  app = await startTestApp();
  tenants = { owner: await app.seed.owner(), stranger: await app.seed.owner() };
}, 60_000);

afterAll(() => app.stop());

/** Codes that speak of the caller's rights. */
const accessCodes = new Set(['UNAUTHENTICATED', 'INVALID_TOKEN', 'SESSION_REQUIRED', 'FORBIDDEN']);

/** The first error's code as far as it speaks of access; `let in` for anything else. */
async function ask(entrance: Entrance, workspaceId: string, as?: string): Promise<string> {
  const { query, variables } = entrance.query(workspaceId);
  const answer = entrance.name.startsWith('subscription ') ? openSource : app.graphql;
  const { errors } = await answer(query, variables, as);
  const code = errors?.[0]?.extensions?.code as string | undefined;
  const ofWorkspace = code === 'NOT_FOUND' && /workspace not found/i.test(errors?.[0]?.message ?? '');
  return code && (accessCodes.has(code) || ofWorkspace) ? code : 'let in';
}

/** Whether a subscription opens; it is closed again before its first event. */
async function openSource(query: string, variables: object, as?: string): Promise<ExecutionResult> {
  const { log } = app.services;
  const context = await requestContext(app.services, as && `Bearer ${as}`, { id: 'access', log });
  const gone = new AbortController();
  const args = { schema, document: parse(query), variableValues: { ...variables } };
  const source = await createSourceEventStream({ ...args, contextValue: context.fork(gone.signal) });
  if (!(Symbol.asyncIterator in source)) {
    return { errors: source.errors?.map((error) => presentError(error, context)) ?? [] };
  }
  gone.abort();
  await source[Symbol.asyncIterator]().return?.();
  return {};
}

/** What the declared rule says of a member with a role, in a session. */
function expectedOf(rule: DeclaredRule, role: Role): string {
  const required = [rule.capability ?? []].flat();
  if (!required.every((capability) => capabilitiesOfRole[role].has(capability))) return 'FORBIDDEN';
  return rule.roles && !rule.roles.includes(role) ? 'FORBIDDEN' : 'let in';
}

/** What asks for a capability alone takes nobody's rights away: its callers serve again. What lets others in may. */
function isHarmless({ capability, session, roles }: DeclaredRule): boolean {
  return capability !== undefined && capability !== 'members:manage' && !session && !roles;
}

const kept = new Map<string, Promise<unknown>>();

/** Makes it once for all harmless rules, and afresh for each other. */
function servingAgain<T>(rule: DeclaredRule, name: string, make: () => Promise<T>): Promise<T> {
  if (!isHarmless(rule)) return make();
  const known = (kept.get(name) as Promise<T> | undefined) ?? make();
  kept.set(name, known);
  return known;
}

async function memberAs(role: Role): Promise<Owner> {
  const owner = await app.seed.owner();
  await app.services.db.pool.query('update members set role = $2 where workspace_id = $1', [owner.workspaceId, role]);
  return owner;
}

const inWorkspace = entrances.filter(({ rule }) => !rule.public && !rule.authenticated);

describe.each(entrances)('$name', ({ name, rule }) => {
  const entrance = entrances.find((one) => one.name === name) as Entrance;

  test('asks a stranger for a credential, unless it is public', async () => {
    const answer = await ask(entrance, tenants.owner.workspaceId);
    if (rule.public) expect(['let in', 'INVALID_TOKEN', 'UNAUTHENTICATED', 'FORBIDDEN']).toContain(answer);
    else expect(answer).toBe('UNAUTHENTICATED');
  });
});

describe.each(inWorkspace)('$name', ({ name, rule }) => {
  const entrance = entrances.find((one) => one.name === name) as Entrance;

  test('tells another tenant that the workspace does not exist', async () => {
    const { stranger } = tenants;
    const { workspaceId } = tenants.owner;
    expect(await ask(entrance, workspaceId, stranger.token)).toBe('NOT_FOUND');
    expect(await ask(entrance, nobody, stranger.token)).toBe('NOT_FOUND');
  });

  test.each(roles)('answers %s by its declared rule', async (role) => {
    const { token, workspaceId } = await servingAgain(rule, role, () => memberAs(role));
    expect(await ask(entrance, workspaceId, token)).toBe(expectedOf(rule, role));
  });

  test('answers an API key by its capabilities', async () => {
    const owner = await servingAgain(rule, 'owner', () => app.seed.owner());
    const needed = [rule.capability ?? rule.keyCapability ?? []].flat();
    for (const missing of needed.length > 0 ? needed : [null]) {
      const others = capabilities.filter((one) => one !== missing) as Capability[];
      const without = await servingAgain(rule, `without ${missing}`, () => app.seed.apiKey(owner, others));
      expect(await ask(entrance, owner.workspaceId, without)).toBe(
        rule.session ? 'SESSION_REQUIRED' : missing ? 'FORBIDDEN' : 'let in',
      );
    }
    const withAll = await servingAgain(rule, 'with all', () => app.seed.apiKey(owner, ['*']));
    expect(await ask(entrance, tenants.stranger.workspaceId, withAll)).toBe(
      rule.session ? 'SESSION_REQUIRED' : 'NOT_FOUND',
    );
    expect(await ask(entrance, owner.workspaceId, withAll)).toBe(rule.session ? 'SESSION_REQUIRED' : 'let in');
  });
});

const routes = (await loadRoutes())
  .flatMap((table) => Object.keys(table))
  .map((key) => {
    const [method = '', path = ''] = key.split(' ');
    return { key, method, path };
  });

describe.each(routes.filter(({ path }) => path.startsWith('/workspaces/:workspaceId')))('$key', ({ method, path }) => {
  const at = (workspaceId: string) => `${method} ${path.replace(':workspaceId', workspaceId).replace(/:\w+/g, nobody)}`;
  const body = ['POST', 'PATCH', 'PUT'].includes(method) ? {} : undefined;

  test('is closed to strangers, and hides the workspace from other tenants', async () => {
    const { stranger } = tenants;
    const { workspaceId } = tenants.owner;
    const options = { ...(body && { body }) };
    expect((await app.rest(at(workspaceId), options)).body.error.code).toBe('UNAUTHENTICATED');
    const hidden = await app.rest(at(workspaceId), { ...options, as: stranger.token });
    expect([hidden.status, hidden.body.error.message]).toEqual([404, expect.stringContaining('Workspace not found')]);
  });
});
