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
import { loadRoutes } from '../../../src/app/collect-modules.js';
import { requestContext } from '../../../src/app/request-context.js';
import { buildGraphSchema } from '../../../src/app/schema.js';
import type { DeclaredRule } from '../../../src/platform/graphql/allow.js';
import { presentError } from '../../../src/platform/graphql/present-error.js';
import type { TestApp } from '../../support/app.js';
import { nobody, sampleArguments } from '../../support/sample-args.js';

const schema = buildGraphSchema();

/** A root field, or a field of `Workspace` with a rule of its own. */
export interface Entrance {
  name: string;
  rule: DeclaredRule;
  query(workspaceId: string): { query: string; variables: Record<string, unknown> };
}

type Field = GraphQLField<unknown, unknown>;

/** Every way into the graph. */
export const entrances: readonly Entrance[] = [
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

/** Every REST route of a workspace, with the smallest body. */
export const workspaceRoutes = (await loadRoutes())
  .flatMap((table) => Object.keys(table))
  .map((key) => {
    const [method = '', path = ''] = key.split(' ');
    const at = (workspaceId: string) =>
      `${method} ${path.replace(':workspaceId', workspaceId).replace(/:\w+/g, nobody)}`;
    return { key, path, at, body: ['POST', 'PATCH', 'PUT'].includes(method) ? {} : undefined };
  })
  .filter(({ path }) => path.startsWith('/workspaces/:workspaceId'));

/** Codes that speak of the caller's rights. */
const accessCodes = new Set(['UNAUTHENTICATED', 'INVALID_TOKEN', 'SESSION_REQUIRED', 'FORBIDDEN']);

/** The first error's code as far as it speaks of access; `let in` for anything else. */
export async function askEntrance(app: TestApp, entrance: Entrance, workspaceId: string, as?: string): Promise<string> {
  const { query, variables } = entrance.query(workspaceId);
  const isLive = entrance.name.startsWith('subscription ');
  const { errors } = await (isLive ? openSource(app, query, variables, as) : app.graphql(query, variables, as));
  const code = errors?.[0]?.extensions?.code as string | undefined;
  const ofWorkspace = code === 'NOT_FOUND' && /workspace not found/i.test(errors?.[0]?.message ?? '');
  return code && (accessCodes.has(code) || ofWorkspace) ? code : 'let in';
}

/** Whether a subscription opens; it is closed again before its first event. */
async function openSource(app: TestApp, query: string, variables: object, as?: string): Promise<ExecutionResult> {
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
