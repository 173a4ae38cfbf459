import { Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { capabilities, capabilitiesOfRole, capabilityWords, roles } from '../../../../platform/access/capabilities.js';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { Workspace } from '../../workspaces/index.js';
import { CapabilityEntry } from './capability.object.js';
import { heldCapabilities } from './held-capabilities.js';

@Resolver(() => Workspace)
export class CapabilityResolver {
  @FieldResolver(() => [String], {
    description: 'The capabilities that the caller holds in the workspace, as `capabilities` of the query names them.',
  })
  capabilities(@Root() { id }: Workspace, @Ctx() context: GraphContext): Promise<string[]> {
    return heldCapabilities(context, id);
  }

  @Query(() => [CapabilityEntry], {
    name: 'capabilities',
    description: 'List capabilities, each with its meaning and the roles that include it.',
  })
  @Allow({ authenticated: true })
  catalogue(): CapabilityEntry[] {
    return capabilities.map((name) => ({
      name,
      description: capabilityWords[name],
      roles: roles.filter((role) => capabilitiesOfRole[role].has(name)),
    }));
  }
}
