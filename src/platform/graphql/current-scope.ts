import { createParameterDecorator } from 'type-graphql';
import type { GraphContext } from './context.js';

/**
 * Hands a resolver the authorised scope: of its `workspaceId` argument, else of the workspace its parent belongs to.
 */
export function CurrentScope(): ReturnType<typeof createParameterDecorator> {
  return createParameterDecorator<GraphContext>(({ args, root, context }) =>
    context.scope(args.workspaceId ?? (root as { workspaceId: string }).workspaceId),
  );
}
