import type { GraphQLResolveInfo } from 'graphql';
import { Args, FieldResolver, Info, Resolver } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { CurrentScope } from '../../../../platform/graphql/current-scope.js';
import type { PageOf } from '../../../../platform/graphql/page.js';
import { requestedFields } from '../../../../platform/graphql/requested-fields.js';
import { Workspace } from '../../../accounts/workspaces/index.js';
import { listOutbox } from './list-outbox.js';
import { OutboxArgs, type OutboxMessage, OutboxMessagePage } from './outbox-message.object.js';

@Resolver(() => Workspace)
export class OutboxResolver {
  @FieldResolver(() => OutboxMessagePage, {
    description: 'List outbox messages: all that were sent or failed to be sent, newest first.',
  })
  @Allow('outbox:read')
  outbox(
    @CurrentScope() scope: Scope,
    @Args(() => OutboxArgs) args: OutboxArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PageOf<OutboxMessage>> {
    return listOutbox(scope, args, requestedFields(info));
  }
}
