import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, FieldResolver, ID, Info, Mutation, Resolver, Root } from 'type-graphql';
import { secretMask } from '../../../engine/index.js';
import { Allow } from '../../../platform/graphql/allow.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Deleted } from '../../../platform/graphql/deleted.js';
import type { PageOf } from '../../../platform/graphql/page.js';
import { requestedFields } from '../../../platform/graphql/requested-fields.js';
import { Workspace } from '../workspaces/index.js';
import { createSecret } from './create-secret.js';
import { deleteSecret } from './delete-secret.js';
import { findSecret, listSecrets } from './list-secrets.js';
import { Secret, SecretPage, type SecretView } from './secret.entity.js';
import { CreateSecretInput, SecretListArgs, UpdateSecretInput } from './secret.input.js';
import { updateSecret } from './update-secret.js';

@Resolver(() => Workspace)
export class WorkspaceSecretsResolver {
  @FieldResolver(() => SecretPage, { description: 'Values are masked' })
  @Allow({ keyCapability: 'flows:read' })
  secrets(
    @CurrentScope() scope: Scope,
    @Args(() => SecretListArgs) args: SecretListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PageOf<SecretView>> {
    return listSecrets(scope, args, requestedFields(info));
  }

  @FieldResolver(() => Secret)
  @Allow({ keyCapability: 'flows:read' })
  secret(@CurrentScope() scope: Scope, @Arg('id', () => ID) id: string): Promise<SecretView> {
    return findSecret(scope, id);
  }
}

@Resolver(() => Secret)
export class SecretResolver {
  @FieldResolver(() => String, { description: '`••••` and the preview' })
  maskedValue(@Root() { preview }: Pick<Secret, 'preview'>): string {
    return secretMask + (preview ?? '');
  }
}

@Resolver()
export class SecretMutations {
  @Mutation(() => Secret, { description: 'Stores a value sealed; no answer ever holds it' })
  @Allow('boveda:manage')
  createSecret(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => CreateSecretInput) input: CreateSecretInput,
  ): Promise<SecretView> {
    return createSecret(scope, input);
  }

  @Mutation(() => Secret, { description: 'Changes what is sent; flows that name the old name keep it' })
  @Allow('boveda:manage')
  updateSecret(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('secretId', () => ID) secretId: string,
    @Arg('input', () => UpdateSecretInput) input: UpdateSecretInput,
  ): Promise<SecretView> {
    return updateSecret(scope, secretId, input);
  }

  @Mutation(() => Deleted, { description: 'Deletes it; steps that use it then fail with SECRET_MISSING' })
  @Allow('boveda:manage')
  deleteSecret(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('secretId', () => ID) secretId: string,
  ): Promise<Deleted> {
    return deleteSecret(scope, secretId);
  }
}
