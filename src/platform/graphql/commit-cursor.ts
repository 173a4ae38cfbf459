import type { OperationDefinitionNode } from 'graphql';
import type { Answer } from './answer.js';
import { workspaceOf } from './check-operation.js';
import type { GraphContext, Scope } from './context.js';

/** Reads the position of now in the feeds of a workspace. */
export type ReadCursor = (scope: Scope) => Promise<string>;

/**
 * The answer of a mutation with the position of its commit in `extensions.cursor`: of the transactions of its workspace; for
 * what was written otherwise, for example an execution together with those of other requests, the position after that. Without
 * one if nothing was done, or the mutation is of no workspace.
 */
export async function withCursor(
  answer: Answer,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
  context: GraphContext,
  readCursor: ReadCursor | undefined,
): Promise<Answer> {
  const cursor = context.commits?.cursor ?? (await cursorAfter(answer, operation, variables, context, readCursor));
  return cursor ? { ...answer, extensions: { ...answer.extensions, cursor } } : answer;
}

async function cursorAfter(
  { data }: Answer,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
  context: GraphContext,
  readCursor: ReadCursor | undefined,
): Promise<string | null> {
  const workspaceId = workspaceOf(operation, variables);
  const scope = workspaceId === null ? undefined : context.scopeIfKnown(workspaceId);
  if (!scope || !readCursor || !Object.values(data ?? {}).some((value) => value !== null)) return null;
  return readCursor(scope).catch((error: unknown) => {
    // The mutation is done.
    context.request.log.warn({ err: error }, 'the cursor of a mutation could not be read');
    return null;
  });
}
