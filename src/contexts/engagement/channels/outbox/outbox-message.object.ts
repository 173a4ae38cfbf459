import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import type { Capability } from '../../../../platform/access/capabilities.js';
import { byEnum, byId, byText, byTime, defineListFilter } from '../../../../platform/filters/fields.js';
import { FilterArgs } from '../../../../platform/filters/filter-class.js';
import { defineEnum } from '../../../../platform/graphql/enums.js';
import { searchText } from '../../../../platform/graphql/list-filters.js';
import { FilterId } from '../../../../platform/graphql/list-rules.js';
import { Node } from '../../../../platform/graphql/nodes/node.object.js';
import { defineSortKeys, ListArgs, Page, SortBy } from '../../../../platform/graphql/page.js';
import { DateTime } from '../../../../platform/graphql/scalars.js';
import { MessageAttachment } from '../../../crm/definitions/index.js';

export const messageChannels = ['email', 'sms', 'whatsapp'] as const;
export type MessageChannel = (typeof messageChannels)[number];

export const messageStatuses = ['sent', 'delivered', 'failed', 'sandboxed'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** What a message belongs to, and the capability that reading its text requires. */
export const readingOrigins = {
  flow: 'flows:read',
  conversation: 'conversations:read',
  campaign: 'campaigns:read',
} as const satisfies Record<string, Capability>;
export type MessageOrigin = keyof typeof readingOrigins;

const OutboxChannel = defineEnum('OutboxMessageChannel', 'The channel of an outbox message.', {
  email: 'Email.',
  sms: 'SMS.',
  whatsapp: 'WhatsApp.',
} satisfies Record<MessageChannel, string>);

const OutboxStatus = defineEnum('OutboxMessageStatus', 'Whether an outbox message was sent and delivered.', {
  sent: 'The provider accepted it.',
  delivered: 'The provider reported the delivery, which providers do for SMS and WhatsApp.',
  failed: 'It was not sent, or not delivered.',
  sandboxed: 'No provider is configured, and nothing was sent.',
} satisfies Record<MessageStatus, string>);

const OutboxOrigin = defineEnum('OutboxMessageOrigin', 'What an outbox message belongs to.', {
  flow: 'An execution of a flow.',
  conversation: 'A conversation with a contact.',
  campaign: 'A campaign.',
} satisfies Record<MessageOrigin, string>);

const OutboxSource = defineEnum('OutboxMessageSource', 'Whose credentials sent a message.', {
  platform: 'Those of the server.',
  byok: 'Those of the workspace.',
  sandbox: 'None: it was stored in the sandbox.',
});

@ObjectType({ simpleResolvers: true, description: 'Why a message was not sent or not delivered.' })
export class OutboxMessageError {
  @Field(() => String, { description: 'The code of the error, as of steps, or why a provider did not deliver it.' })
  code!: string;

  @Field(() => String)
  message!: string;
}

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A message that was sent from the workspace, or failed to be sent.',
})
export class OutboxMessage {
  @Field(() => ID)
  id!: string;

  @Field(() => ID)
  workspaceId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The execution that sent it; null for messages of follow-ups, campaigns, assistants and members.',
  })
  executionId?: string | null;

  @Field(() => String, { nullable: true, description: 'The node of the flow that sent it.' })
  nodeId?: string | null;

  @Field(() => OutboxChannel, { description: 'How it was sent.' })
  channel!: MessageChannel;

  @Field(() => String, { description: 'Email addresses separated by commas, or a phone number.' })
  to!: string;

  @Field(() => OutboxOrigin, { description: 'What the message belongs to.' })
  origin!: MessageOrigin;

  @Field(() => String, {
    nullable: true,
    description: 'The subject of an email; null if the caller may not read the body.',
  })
  subject?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The first 100,000 characters, with secrets and the tokens of links redacted. Null without the capability to read its origin: flows:read, conversations:read or campaigns:read.',
  })
  body?: string | null;

  @Field(() => [MessageAttachment], {
    nullable: true,
    description: 'The files that were attached to an email; null if the caller may not read the body.',
  })
  attachments?: MessageAttachment[] | null;

  @Field(() => OutboxStatus, {
    description: 'Whether it was sent and delivered.',
  })
  status!: MessageStatus;

  @Field(() => Boolean, {
    description: 'Whether it was stored in the sandbox instead of being sent; its status is sandboxed then.',
  })
  sandbox!: boolean;

  @Field(() => OutboxSource, {
    description: 'Whose credentials sent it.',
  })
  source!: string;

  @Field(() => String, { nullable: true, description: "The provider's ID of the message." })
  messageId?: string | null;

  @Field(() => OutboxMessageError, { nullable: true, description: 'Why it was not sent or not delivered.' })
  error?: OutboxMessageError | null;

  @Field(() => DateTime)
  createdAt!: Date;
}

@ObjectType({ description: 'A page of outbox messages.' })
export class OutboxMessagePage extends Page(OutboxMessage) {}

export const outboxSort = defineSortKeys('OutboxMessageSortKey', 'outbox messages', ['createdAt'], 'createdAt');

/** What the outbox `o` is filtered by; not by subject and body, which some callers may not read. */
export const outboxFilter = defineListFilter('OutboxMessage', 'outbox messages', {
  id: byId('o.id', 'any'),
  executionId: byId('o.execution_id', 'any'),
  channel: byEnum('OutboxMessageChannel', OutboxChannel, 'o.channel', 'any'),
  to: byText('o.recipient'),
  origin: byEnum('OutboxMessageOrigin', OutboxOrigin, 'o.origin'),
  status: byEnum('OutboxMessageStatus', OutboxStatus, 'o.status', 'any'),
  createdAt: byTime('o.created_at'),
});

@FilterArgs(outboxFilter)
@ArgsType()
export class OutboxArgs extends ListArgs {
  @SortBy(outboxSort)
  override sortBy?: string | null;

  @Field(() => String, {
    nullable: true,
    description: searchText('`to`, and `subject` and `body` of the messages whose text you may read'),
  })
  search?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only messages of this execution.' })
  @FilterId()
  executionId?: string | null;

  @Field(() => OutboxChannel, {
    nullable: true,
    description: 'Only messages of this channel.',
  })
  channel?: string | null;

  @Field(() => OutboxStatus, {
    nullable: true,
    description: 'Only messages with this status.',
  })
  status?: string | null;
}
