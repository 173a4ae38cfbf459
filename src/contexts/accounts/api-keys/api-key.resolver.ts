import { Arg, Args, FieldResolver, ID, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { AccessRule } from '../../../platform/graphql/authorize.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import type { PageOf } from '../../../platform/graphql/page.js';
import { Refuses } from '../../../platform/graphql/refuses.js';
import { ApiKeyPage, type ApiKeyView, NewApiKey } from '../entities/api-key.entity.js';
import { Removed } from '../members/index.js';
import { Workspace } from '../workspaces/index.js';
import { ApiKeyListArgs, CreateApiKeyInput } from './api-key.input.js';
import { createApiKey } from './create-api-key.js';
import { listApiKeys } from './list-api-keys.js';
import { revokeApiKey } from './revoke-api-key.js';

const keysOfOthers: AccessRule = { capability: 'members:manage' };

@Resolver(() => Workspace)
export class ApiKeyResolver {
  @FieldResolver(() => ApiKeyPage, {
    description: 'API keys that you created; with the capability `members:manage`, those of all members.',
  })
  @Allow({ session: true })
  apiKeys(@Args() args: ApiKeyListArgs, @CurrentScope() scope: Scope): Promise<PageOf<ApiKeyView>> {
    return listApiKeys(scope, args);
  }

  @Mutation(() => NewApiKey, { description: 'Create an API key; `key` is returned only once.' })
  @Allow({ session: true, reads: keysOfOthers })
  @Refuses('TIME_PASSED', 'NOT_GRANTABLE')
  createApiKey(
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input') input: CreateApiKeyInput,
    @CurrentScope() scope: Scope,
  ): Promise<ApiKeyView & { key: string }> {
    return createApiKey(scope, input);
  }

  @Mutation(() => Removed, {
    description: 'Revoke an API key, at once and for good. What runs as it is paused.',
  })
  @Allow({ session: true, reads: keysOfOthers })
  revokeApiKey(
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('keyId', () => ID) keyId: string,
    @CurrentScope() scope: Scope,
  ): Promise<Removed> {
    return revokeApiKey(scope, keyId);
  }
}
