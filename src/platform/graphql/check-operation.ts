import {
  type FieldNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import type { Sql } from '../database/sql.js';
import { statement } from '../database/statement.js';
import { notFound } from '../errors/errors.js';
import { wordsOfName } from '../errors/words.js';
import type { DeclaredRule } from './allow.js';
import { type Counting, type GraphContext, isUuid } from './context.js';
import { countAddress } from './limits/count-request.js';

type Values = Readonly<Record<string, unknown>>;

/** Where an ID is looked up: a table, and IDs of records that are built into the server. */
export type IdSource = string | { table: string; builtIn: ReadonlySet<string> };

/**
 * Checks an operation's root fields without running it: first their access rules, then that the rows exist to which
 * their IDs refer. These errors precede all errors about the content of the request. Root fields inside fragments are
 * checked when the operation runs.
 * @param ids argument names and the tables of their rows
 */
export async function checkRootFields(
  schema: GraphQLSchema,
  ids: Readonly<Record<string, IdSource>>,
  operation: OperationDefinitionNode,
  variables: Values,
  context: GraphContext,
): Promise<void> {
  for (const [rule, workspaceId, args] of rootRules(schema, operation, variables)) {
    await checkRule(rule, workspaceId, context);
    await requireIds(ids, args, context);
  }
}

/** The access rules of an operation's root fields, each with the workspace and the arguments that the field names. */
export function rootRules(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Values,
): [rule: DeclaredRule, workspaceId: unknown, args: Values][] {
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  return operation.selectionSet.selections.flatMap((selection) => {
    const rule = selection.kind === 'Field' ? fields[selection.name.value]?.extensions.rule : undefined;
    if (selection.kind !== 'Field' || !rule) return [];
    const declared = rule as DeclaredRule;
    const args = argumentsOf(selection, variables);
    return [[declared, args[declared.workspaceArg ?? 'workspaceId'], args]];
  });
}

/** The workspace that an operation is about: of its first root field that names one; null outside workspaces. */
export function workspaceOf(operation: OperationDefinitionNode, variables: Values): string | null {
  for (const selection of operation.selectionSet.selections) {
    const { workspaceId } = selection.kind === 'Field' ? argumentsOf(selection, variables) : {};
    if (typeof workspaceId === 'string' && isUuid(workspaceId)) return workspaceId.toLowerCase();
  }
  return null;
}

/** Checks one declared rule, in the workspace that its argument contains, if any. */
export async function checkRule(
  rule: DeclaredRule,
  workspaceId: unknown,
  context: GraphContext,
  counting: Counting = 'once',
): Promise<void> {
  if (rule.limit) await countAddress(context, rule.limit);
  if (rule.public) return;
  if (rule.authenticated) context.identify(rule, counting);
  else await context.authorize(rule, typeof workspaceId === 'string' ? workspaceId : '', counting);
}

/** Requires that the rows to which a request's IDs refer exist in its workspace. Used for requests that fail anyway. */
export async function requireIds(
  sources: Readonly<Record<string, IdSource>>,
  args: Values,
  context: GraphContext,
): Promise<void> {
  if (typeof args.workspaceId !== 'string') return;
  for (const [name, source] of Object.entries(sources)) {
    const id = args[name];
    if (typeof id !== 'string') continue;
    const { table, builtIn } = typeof source === 'string' ? { table: source, builtIn: null } : source;
    if (builtIn?.has(id)) continue;
    const { workspaceId, sql } = context.scope(args.workspaceId);
    if (isUuid(id) && (await exists(sql, table, workspaceId, id))) continue;
    throw notFound(wordsOfName(name.replace(/Id$/, '')));
  }
}

/** Not typed, because a source may be a query in parentheses. @param source from a module's own list, never from a request */
async function exists(sql: Sql, source: string, workspaceId: string, id: string): Promise<boolean> {
  const text = `/* id_exists */ select from ${source} where workspace_id = $1 and id = $2`;
  return (await sql.query(statement(text, [workspaceId, id]))).rowCount !== 0;
}

function argumentsOf(field: FieldNode, variables: Values): Values {
  const args = field.arguments ?? [];
  return Object.fromEntries(args.map(({ name, value }) => [name.value, sentValue(value, variables)]));
}

/** A variable that was not sent stays undefined; variables inside lists and objects are ignored. */
function sentValue(value: ValueNode, variables: Values): unknown {
  return value.kind === 'Variable' ? variables[value.name.value] : valueFromASTUntyped(value);
}
