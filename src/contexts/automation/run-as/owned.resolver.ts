import DataLoader from 'dataloader';
import { Arg, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Role } from '../../../platform/access/capabilities.js';
import { defineLoader, type Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { RoleName } from '../../../platform/graphql/role.enum.js';
import { ApiKey } from '../../accounts/entities/api-key.entity.js';
import { capabilitiesOfMember, Member } from '../../accounts/members/index.js';
import { type Loser, type Stopping, stoppingWith } from './automations-of.js';
import { OwnedAutomations } from './owned.object.js';

const listed = 100;

/** What stops with each user and API key of an answer. Not cached: a mutation may have changed it. */
const ownedBy = defineLoader(
  (scope) =>
    new DataLoader<Loser, OwnedAutomations>(
      async (losers) => {
        const found = await stoppingWith(scope.sql, scope.workspaceId, losers, listed + 1);
        return found.map((stopping) => shown(scope, stopping));
      },
      { cache: false },
    ),
);

function shown({ access }: Scope, { flows, webhooks }: Stopping): OwnedAutomations {
  const [readsFlows, readsWebhooks] = [access.capabilities.has('flows:read'), access.capabilities.has('webhooks:read')];
  return {
    flows: flows.slice(0, listed).map((flow) => (readsFlows ? flow : { ...flow, name: null })),
    webhooks: webhooks.slice(0, listed).map((webhook) => (readsWebhooks ? webhook : { ...webhook, url: null })),
    hasMore: flows.length > listed || webhooks.length > listed,
  };
}

@Resolver(() => Member)
export class OwnedByMemberResolver {
  @FieldResolver(() => OwnedAutomations, {
    nullable: true,
    description:
      'What runs as the member or their API keys, and stops when they are removed; with `role`, when they get that role. Null for invitations, and without the capability `members:manage`, unless you are the member.',
  })
  owns(
    @Root() { userId, status, capabilities, deniedCapabilities }: Member,
    @Arg('role', () => RoleName, {
      nullable: true,
      description: 'List only what this role would stop; everything by default.',
    })
    role: Role | null | undefined,
    @CurrentScope() scope: Scope,
  ): Promise<OwnedAutomations> | null {
    const { access } = scope;
    if (!userId || status !== 'active') return null;
    if (userId !== access.userId && !access.capabilities.has('members:manage')) return null;
    const denied = role === 'OWNER' ? [] : deniedCapabilities;
    const held = role ? capabilitiesOfMember({ role, capabilities, deniedCapabilities: denied }) : null;
    return scope.loader(ownedBy).load({ runAs: userId, held });
  }
}

@Resolver(() => ApiKey)
export class OwnedByKeyResolver {
  @FieldResolver(() => OwnedAutomations, { description: 'What runs as the key, and stops when it is revoked.' })
  owns(@Root() { id }: ApiKey, @CurrentScope() scope: Scope): Promise<OwnedAutomations> {
    return scope.loader(ownedBy).load({ runAs: id, held: null });
  }
}
