import { createParameterDecorator } from 'type-graphql';
import type { GraphContext } from './context.js';

/**
 * Injects the authorized scope into a resolver: that of its `workspaceId` argument, otherwise of its parent's
 * workspace.
 */
export function CurrentScope(): ReturnType<typeof createParameterDecorator> {
  return createParameterDecorator<GraphContext>(({ args, root, context }) =>
    context.scope(args.workspaceId ?? (root as { workspaceId: string }).workspaceId),
  );
}
