import { FieldResolver, Query, Resolver } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import { Workspace } from '../../../accounts/workspaces/index.js';
import { listNodeTypes } from './list-node-types.js';
import { NodeTypeEntry } from './node-type.object.js';

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
