import { FieldResolver, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Workspace } from '../workspaces/index.js';
import { Quota } from './quota.object.js';
import { readQuotas } from './read-quotas.js';

@Resolver(() => Workspace)
export class QuotaResolver {
  @FieldResolver(() => [Quota], { description: 'Quotas of the workspace and their use.' })
  @Allow('usage:read')
  quotas(@CurrentScope() scope: Scope): Promise<Quota[]> {
    return readQuotas(scope);
  }
}
