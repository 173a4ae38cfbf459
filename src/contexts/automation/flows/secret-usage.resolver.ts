import { FieldResolver, Resolver, Root } from 'type-graphql';
import { Audited } from '../../../platform/graphql/audited.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { classesOf } from '../../../platform/records/index.js';
import { type Secret, secrets } from '../../accounts/secrets/index.js';
import { ReferringFlow } from './content/referring-flow.object.js';
import { flowsReferringTo } from './flow-references.js';

@Resolver(() => classesOf(secrets).type)
export class SecretUsageResolver {
  @FieldResolver(() => [ReferringFlow], { description: 'The flows whose current version uses the secret.' })
  @Audited('readSecretUsage')
  usedBy(@Root() { name }: Pick<Secret, 'name'>, @CurrentScope() scope: Scope): Promise<ReferringFlow[]> {
    return scope.loader(flowsReferringTo).load({ kind: 'secret', name });
  }
}
