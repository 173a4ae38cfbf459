import type { ArgumentNode, FieldNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { notFound } from '../errors.js';
import type { DeclaredRule } from './allow.js';
import { type GraphContext, isUuid } from './context.js';

/**
 * Checks the rules of an operation's root fields without running it: what a caller is told before anything about the
 * content of his request. Root fields inside fragments are left to the run itself.
 */
export async function authorizeRootFields(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  context: GraphContext,
): Promise<void> {
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  for (const selection of operation.selectionSet.selections) {
    if (selection.kind !== 'Field') continue;
    const rule = fields[selection.name.value]?.extensions.rule as DeclaredRule | undefined;
    if (rule) await checkRule(rule, rootArgument(selection, rule.workspaceArg ?? 'workspaceId', variables), context);
  }
}

/** Checks one declared rule, in the workspace where it names one. */
export async function checkRule(rule: DeclaredRule, workspaceId: unknown, context: GraphContext): Promise<void> {
  if (rule.public) return;
  if (rule.authenticated) context.principal(rule);
  else await context.authorize(rule, typeof workspaceId === 'string' ? workspaceId : '');
}

/** Asks that the rows which a request's ids name exist in its workspace. Only requests that fail anyway come here. */
export async function requireIds(
  tables: Readonly<Record<string, string>>,
  args: Readonly<Record<string, unknown>>,
  context: GraphContext,
): Promise<void> {
  if (typeof args.workspaceId !== 'string') return;
  for (const [name, table] of Object.entries(tables)) {
    const id = args[name];
    if (typeof id !== 'string') continue;
    const { workspaceId, sql } = context.scope(args.workspaceId);
    // The table's name comes from a slice's own list, never from a request.
    const text = `/* id_exists */ select 1 from ${table} where workspace_id = $1 and id = $2`;
    if (!isUuid(id) || (await sql.query(text, [workspaceId, id])).rowCount === 0) {
      throw notFound(
        `The ${name
          .replace(/Id$/, '')
          .replace(/([A-Z])/g, ' $1')
          .toLowerCase()}`,
      );
    }
  }
}

function rootArgument(field: FieldNode, name: string, variables: Readonly<Record<string, unknown>>): unknown {
  const value = field.arguments?.find((argument: ArgumentNode) => argument.name.value === name)?.value;
  if (value?.kind === 'Variable') return variables[value.name.value];
  return value?.kind === 'StringValue' ? value.value : undefined;
}
