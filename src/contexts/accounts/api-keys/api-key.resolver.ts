import { Arg, Args, FieldResolver, ID, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Deleted } from '../../../platform/graphql/deleted.js';
import type { PageOf } from '../../../platform/graphql/page.js';
import { Workspace } from '../workspaces/index.js';
import { ApiKeyPage, type ApiKeyView, NewApiKey } from './api-key.entity.js';
import { ApiKeyListArgs, CreateApiKeyInput } from './api-key.input.js';
import { createApiKey } from './create-api-key.js';
import { listApiKeys } from './list-api-keys.js';
import { revokeApiKey } from './revoke-api-key.js';

@Resolver(() => Workspace)
export class ApiKeyResolver {
  @FieldResolver(() => ApiKeyPage, { description: "The caller's own keys; everyone's for who holds members:manage" })
  @Allow({ session: true })
  apiKeys(@Args() args: ApiKeyListArgs, @CurrentScope() scope: Scope): Promise<PageOf<ApiKeyView>> {
    return listApiKeys(scope, args);
  }

  @Mutation(() => NewApiKey)
  @Allow({ session: true })
  createApiKey(
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input') input: CreateApiKeyInput,
    @CurrentScope() scope: Scope,
  ): Promise<ApiKeyView & { key: string }> {
    return createApiKey(scope, input);
  }

  @Mutation(() => Deleted)
  @Allow({ session: true })
  revokeApiKey(
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('keyId', () => ID) keyId: string,
    @CurrentScope() scope: Scope,
  ): Promise<Deleted> {
    return revokeApiKey(scope, keyId);
  }
}
