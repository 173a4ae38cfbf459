import {
  buildSchema,
  defaultFieldResolver,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { AppError, notFound, validationFailed } from '../../src/platform/errors/errors.js';
import type { DeclaredRule } from '../../src/platform/graphql/allow.js';
import { checkRule } from '../../src/platform/graphql/check-operation.js';
import type { GraphContext } from '../../src/platform/graphql/context.js';

/** A small product of its own: enough of a graph for every kind of row. */
const sdl = /* GraphQL */ `
  scalar DateTime
  "Any object"
  scalar JSONObject
  type Query {
    workspace(id: ID!): Workspace!
    rates: [Rate!]!
  }
  type Mutation {
    createFlow(workspaceId: ID!, input: FlowInput!): Flow!
    triggerFlow(
      workspaceId: ID!
      flowId: ID!
      input: TriggerInput
      "The same key starts nothing a second time"
      idempotencyKey: String
    ): Started!
    cancelRun(workspaceId: ID!, runId: ID!): Started!
    runFlow(token: String!, data: JSONObject!, signed: String, rawBody: String): Started!
    createKey(workspaceId: ID!, input: KeyInput!): Key!
    failFlow(workspaceId: ID!, input: FailInput!): Flow!
  }
  "One tenant's own place"
  type Workspace {
    id: ID!
    flows(
      "From 1"
      page: Int
      search: String
      active: Boolean
      score: Float
      tags: [String!]
      kind: FlowKind
      "Find by name"
      query: String @deprecated(reason: "Deprecated since 2026-12-01, removed after 2027-12-01 at the earliest. Use search.")
    ): FlowPage!
    flow(flowId: ID!): Flow
    folder(folderId: ID!): Folder!
    oldFlows: FlowPage! @deprecated(reason: "Deprecated since 2026-11-01, removed after 2028-01-01 at the earliest. Use flows.")
  }
  type FlowPage {
    items: [Flow!]!
    pagination: Pagination!
  }
  type Pagination {
    page: Int!
    limit: Int!
    total: Int!
    totalPages: Int!
  }
  "A graph of nodes that can run"
  type Flow {
    id: ID!
    "As people call it"
    name: String!
    kind: FlowKind
    title: String @deprecated(reason: "Deprecated since 2026-12-01, removed after 2027-12-01 at the earliest. Use name.")
    settings: JSONObject!
    folder: Folder
    createdAt: DateTime!
  }
  "What starts a flow"
  enum FlowKind {
    manual
    webhook
  }
  type Folder {
    id: ID!
    name: String!
  }
  type Started {
    executionId: ID!
    finished: Boolean!
    echo: JSONObject
  }
  type Key {
    id: ID!
    key: String!
  }
  type Rate {
    unit: String!
    credits: String!
  }
  input FlowInput {
    "At most 200 characters"
    name: String!
    kind: FlowKind = manual
    settings: JSONObject
    tags: [String!]
    label: String @deprecated(reason: "Deprecated since 2026-12-01, removed after 2027-12-01 at the earliest. Use tags.")
    folder: FolderInput
  }
  input FolderInput {
    name: String!
    colour: String
  }
  input TriggerInput {
    triggerData: JSONObject
    startNodeId: String
  }
  input KeyInput {
    name: String!
  }
  input FailInput {
    how: String!
  }
`;

type Resolver = GraphQLFieldResolver<unknown, GraphContext>;
type Entry = { rule?: DeclaredRule; resolve?: Resolver };

const rules: Readonly<Record<string, Entry>> = {
  'Query.workspace': {
    rule: { workspaceArg: 'id' },
    resolve: (_root, args) => ({ id: args.id, workspaceId: args.id }),
  },
  'Query.rates': { rule: { public: true }, resolve: () => [{ unit: 'minute', credits: '0.020000' }] },
  'Mutation.createFlow': {
    rule: { capability: 'flows:write' },
    resolve: (_root, { input }) => ({ ...sampleFlow, name: input.name, settings: input.settings ?? {} }),
  },
  'Mutation.triggerFlow': {
    rule: { capability: 'flows:execute' },
    resolve: (_root, args) => ({ executionId: args.flowId, finished: false, echo: { ...args } }),
  },
  'Mutation.cancelRun': {
    rule: { capability: 'flows:execute' },
    resolve: (_root, { runId }) => ({ executionId: runId, finished: true }),
  },
  'Mutation.runFlow': {
    rule: { public: true },
    resolve: (_root, args) => ({ executionId: 'e1', finished: args.data.wait === true, echo: { ...args } }),
  },
  'Mutation.createKey': { rule: { session: true }, resolve: () => ({ id: 'k1', key: 'wak_x' }) },
  'Mutation.failFlow': { rule: { capability: 'flows:write' }, resolve: (_root, { input }) => fail(input.how) },
  'Workspace.flows': {
    rule: { capability: 'flows:read' },
    resolve: (_root, args) => ({
      items: [{ ...sampleFlow, settings: { ...args } }],
      pagination: { page: args.page ?? 1, limit: 20, total: 1, totalPages: 1 },
    }),
  },
  'Workspace.oldFlows': {
    rule: { capability: 'flows:read' },
    resolve: () => ({ items: [sampleFlow], pagination: { page: 2, limit: 1, total: 3, totalPages: 3 } }),
  },
  'Workspace.flow': {
    rule: { capability: 'flows:read' },
    resolve: (_root, { flowId }) => (flowId === 'f1' ? sampleFlow : null),
  },
  'Workspace.folder': {
    rule: { capability: 'flows:read' },
    resolve: (_root, { folderId }) => ({ id: folderId, name: 'A folder' }),
  },
};

const sampleFlow = { id: 'f1', name: 'Welcome', kind: 'manual', settings: {}, createdAt: '2026-11-21T09:30:00.000Z' };

/** The sample as a schema, its rules declared and checked like those of the product. */
export function buildSampleSchema(): GraphQLSchema {
  const schema = buildSchema(sdl);
  for (const [path, { rule, resolve }] of Object.entries(rules)) {
    const [typeName = '', fieldName = ''] = path.split('.');
    const field = (schema.getType(typeName) as GraphQLObjectType).getFields()[fieldName];
    if (!field || !rule) throw new Error(`The sample has no field ${path}.`);
    field.extensions = { rule };
    field.resolve = async (root, args, context: GraphContext, info) => {
      const parent = root as { workspaceId?: string } | undefined;
      await checkRule(rule, args[rule.workspaceArg ?? 'workspaceId'] ?? parent?.workspaceId, context);
      return (resolve ?? defaultFieldResolver)(root, args, context, info);
    };
  }
  return schema;
}

function fail(how: string): never {
  if (how === 'taken') throw new AppError('NAME_TAKEN', 'The name is taken. Choose another.');
  if (how === 'limited') throw new AppError('RATE_LIMITED', 'Too many requests.', undefined, 7);
  if (how === 'rules') throw validationFailed([{ field: 'name', rule: 'NAME', message: 'name is too long.' }]);
  if (how === 'gone') throw notFound('The flow');
  throw new Error(`secret inside: ${how}`);
}
