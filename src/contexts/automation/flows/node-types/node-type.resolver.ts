import { FieldResolver, Query, Resolver } from 'type-graphql';
import { describeNode, nodeTypes } from '../../../../nodes/index.js';
import { Allow } from '../../../../platform/graphql/allow.js';
import { Workspace } from '../../../accounts/workspaces/index.js';
import { NodeTypeEntry } from './node-type.object.js';

let described: NodeTypeEntry[] | undefined;

/** The catalogue of node types, in its order; computed once, at the first call. */
export function listNodeTypes(): NodeTypeEntry[] {
  described ??= nodeTypes.map(describeNode) as unknown as NodeTypeEntry[];
  return described;
}

@Resolver(() => Workspace)
export class WorkspaceNodeTypesResolver {
  @FieldResolver(() => [NodeTypeEntry], { description: 'The types of nodes that flows of this workspace can use.' })
  @Allow('flows:read')
  nodeTypes(): NodeTypeEntry[] {
    return listNodeTypes();
  }
}

@Resolver()
export class NodeTypeQueries {
  @Query(() => [NodeTypeEntry], { description: 'The types of nodes that flows can use.' })
  @Allow({ authenticated: true })
  nodeTypes(): NodeTypeEntry[] {
    return listNodeTypes();
  }
}
