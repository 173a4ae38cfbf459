import { IsOptional } from 'class-validator';
import { Arg, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { Allow } from '../../../../platform/graphql/allow.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { CurrentScope } from '../../../../platform/graphql/current-scope.js';
import { Refuses } from '../../../../platform/graphql/refuses.js';
import { Uuid } from '../../../../platform/graphql/text-rules.js';
import { classesOf } from '../../../../platform/records/index.js';
import { type Conversation, conversations } from '../../../crm/definitions/index.js';
import { assignUnrouted } from './assign-unrouted.js';

@InputType({ description: 'The contact to whom unrouted messages belong.' })
export class AssignUnroutedMessageInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Defaults to the contact with the number of the sender, who is created if missing.',
  })
  @IsOptional()
  @Uuid({ message: 'contactId must be the ID of a contact in this workspace.' })
  contactId?: string | null;
}

@Resolver()
export class InboxMutations {
  @Mutation(() => classesOf(conversations).type, {
    description: 'Assign an unrouted message, and all others of its sender, to a contact. Returns the conversation.',
  })
  // It may create the contact, too.
  @Allow({
    capability: 'conversations:write',
    reads: { capability: ['conversations:read', 'contacts:read'] },
  })
  @Refuses('REFERENCE_UNKNOWN', 'REFERENCE_UNSUITABLE')
  assignUnroutedMessage(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('unroutedMessageId', () => ID) unroutedMessageId: string,
    @Arg('input', () => AssignUnroutedMessageInput, { defaultValue: {} }) input: AssignUnroutedMessageInput,
  ): Promise<Conversation> {
    return assignUnrouted(scope, unroutedMessageId, input.contactId ?? null);
  }
}
