import {
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isObjectType,
} from 'graphql';
import { buildSchemaSync, type NonEmptyArray, type PubSub } from 'type-graphql';
import { recordAudit, recordRead } from '../contexts/accounts/audit/index.js';
import { changesChannel } from '../contexts/insight/changes/index.js';
import { validationFailed } from '../platform/errors/errors.js';
import type { DeclaredRule } from '../platform/graphql/allow.js';
import { checkRule, requireIds } from '../platform/graphql/check-operation.js';
import type { GraphContext } from '../platform/graphql/context.js';
import { declareInputRules } from '../platform/graphql/declare-input-rules.js';
import { leaveOutNulls } from '../platform/graphql/if-sent.js';
import { brokenRules } from '../platform/graphql/input-rules.js';
import { declareOneOf } from '../platform/graphql/json-form.js';
import { resolveOneByOne } from '../platform/graphql/levels/batched.js';
import { type RequestedFields, requestedFields } from '../platform/graphql/requested-fields.js';
import { DateTime } from '../platform/graphql/scalars.js';
import { resolveAbstractTypes } from '../platform/graphql/type-names.js';
import { inSpan, isTracing } from '../platform/tracing/tracing.js';
import { ids, resolvers } from './collect-modules.js';

let built: GraphQLSchema | undefined;

/**
 * The GraphQL schema, from the resolvers of all modules; built once a process, because nothing in it depends on the
 * configuration. @throws Error for a field without an access rule
 */
export function buildGraphSchema(): GraphQLSchema {
  built ??= build();
  return built;
}

function build(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: resolvers as unknown as NonEmptyArray<() => unknown>,
    scalarsMap: [{ type: Date, scalar: DateTime }],
    disableInferringDefaultValues: true,
    pubSub: noPubSub,
    // graphql-js validates the schema once, before the first document; to introspect all of it takes a twentieth of the start.
    skipCheck: true,
    authChecker: async ({ root, args, context, info }, [rule]) => {
      const declared = rule as unknown as DeclaredRule;
      if (declared.workspaceArg) requireSession(info, context as GraphContext);
      const workspaceId =
        args[declared.workspaceArg ?? 'workspaceId'] ?? (root as { workspaceId?: string })?.workspaceId;
      const counting = info.operation.operation === 'mutation' && !info.path.prev ? 'each' : 'once';
      await checkRule(declared, workspaceId, context as GraphContext, counting);
      return true;
    },
    validateFn: async (value, _type, { args, context }) => {
      if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) === Object.prototype) return;
      leaveOutNulls(value);
      const violations = await brokenRules(value);
      if (violations.length === 0) return;
      await requireIds(ids, args, context as GraphContext);
      throw validationFailed(violations);
    },
  });
  requireRules(schema);
  describeRoots(schema);
  allowNulls(schema);
  resolveAbstractTypes(schema);
  declareInputRules(schema);
  declareOneOf(schema);
  auditMutations(schema);
  auditReads(schema);
  traceUseCases(schema);
  resolveOneByOne(schema);
  return schema;
}

type Resolve = GraphQLFieldResolver<unknown, GraphContext>;

/** Wraps every mutation, so that it is recorded in the audit log and subscribers read what it changed. */
function auditMutations(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const resolve = field.resolve as Resolve;
    const mutation = { name: field.name, rule: field.extensions.rule as DeclaredRule | undefined };
    field.resolve = (root, args, context: GraphContext, info) =>
      recordAudit(mutation, args, context, async () => resolve(root, args, context, info)).finally(() =>
        reportChange(context),
      );
  }
}

function reportChange({ services, request }: GraphContext): void {
  if (request.workspaceId !== undefined) services.db.wrote(request.workspaceId);
  services.notifier.notify(changesChannel);
}

/** Wraps the fields whose reads are recorded, see `Audited`. */
function auditReads(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      const action = field.extensions.audited;
      if (typeof action !== 'string') continue;
      const resolve = field.resolve as Resolve;
      field.resolve = (root, args, context: GraphContext, info) =>
        recordRead(action, root as object, context, async () => resolve(root, args, context, info));
    }
  }
}

/** Wraps the fields with a use case of their own in a span: root fields, and fields of `Workspace` with a rule. */
function traceUseCases(schema: GraphQLSchema): void {
  for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getType('Workspace')]) {
    for (const field of Object.values((type as GraphQLObjectType | undefined)?.getFields() ?? {})) {
      const resolve = field.resolve as Resolve | undefined;
      if (!resolve || !field.extensions.rule) continue;
      const name = `${type?.name}.${field.name}`;
      field.resolve = (root, args, context: GraphContext, info) =>
        isTracing()
          ? inSpan(name, {}, async () => resolve(root, args, context, info))
          : resolve(root, args, context, info);
    }
  }
}

/** Refuses API keys that ask only for fields that need a session, before the workspace is looked up. */
function requireSession(info: GraphQLResolveInfo, context: GraphContext): void {
  const asked = requestedFields(info);
  const needs = needsSession.get(asked) ?? needsSessionOnly(info, asked);
  needsSession.set(asked, needs);
  if (needs) context.principal({ session: true });
}

/** By what an operation asks for: it is the same for each of its requests. */
const needsSession = new WeakMap<RequestedFields, boolean>();

function needsSessionOnly(info: GraphQLResolveInfo, asked: RequestedFields): boolean {
  const fields = Object.values((getNamedType(info.returnType) as GraphQLObjectType).getFields());
  const found = fields.filter((field) => asked.has(field.name));
  return found.length > 0 && found.every((field) => ruleOf(field)?.session);
}

/**
 * Makes the fields of `Workspace` nullable that ask for a right of their own: refused, they are null with an error, and
 * the rest of the answer stays.
 */
function allowNulls(schema: GraphQLSchema): void {
  for (const field of Object.values((schema.getType('Workspace') as GraphQLObjectType).getFields())) {
    if (Object.keys(ruleOf(field) ?? {}).length > 0) field.type = getNullableType(field.type) as GraphQLOutputType;
  }
}

function ruleOf({ extensions }: GraphQLField<unknown, unknown>): DeclaredRule | undefined {
  return extensions.rule as DeclaredRule | undefined;
}

// Required by type-graphql; every subscription here has a source of its own.
const noPubSub: PubSub = {
  publish: () => undefined,
  subscribe: (topic) => {
    throw new Error(`Nothing publishes ${topic}: give the subscription a source.`);
  },
};

/** type-graphql has no place for these. */
function describeRoots(schema: GraphQLSchema): void {
  const words = {
    Query: 'What can be read. All data of a workspace is below `workspace(id)`.',
    Mutation: 'What can be changed or started.',
    Subscription: 'What is reported as it happens.',
  };
  for (const [name, description] of Object.entries(words))
    (schema.getType(name) as GraphQLObjectType).description = description;
}

/**
 * Checks that every root field and every field of Workspace declares an access rule, and that no field with one is written with its
 * parent, where nobody asks for it. @throws Error for one that does not
 */
function requireRules(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      if (field.extensions.write && field.extensions.rule)
        throw new Error(`${type.name}.${field.name} has a rule: remove @Written.`);
    }
  }
  const entryTypes = [
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
    schema.getType('Workspace'),
  ];
  for (const type of entryTypes as (GraphQLObjectType | undefined)[]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const isData =
        type?.name === 'Workspace' && field.args.length === 0 && !field.extensions.rule && isPlain(field.name);
      if (!field.extensions.rule && !isData)
        throw new Error(`${type?.name}.${field.name} must declare a rule: add @Allow.`);
    }
  }
}

const plainFields: ReadonlySet<string> = new Set([
  'id',
  'name',
  'role',
  'timezone',
  'country',
  'defaultErrorFlowId',
  'dailyBudget',
  'monthlyBudget',
  'postalAddress',
  'capabilities',
  'createdAt',
  'updatedAt',
]);

/** Columns of the workspace itself, which need no right beyond access to the workspace. */
function isPlain(name: string): boolean {
  return plainFields.has(name);
}
