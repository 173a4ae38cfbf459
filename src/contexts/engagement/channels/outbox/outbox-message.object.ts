import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import type { Capability } from '../../../../platform/access/capabilities.js';
import { searchText } from '../../../../platform/graphql/list-filters.js';
import { FilterId, OneOf, SortedBy } from '../../../../platform/graphql/list-rules.js';
import { ListArgs, Page } from '../../../../platform/graphql/page.js';
import { DateTime, JsonObject } from '../../../../platform/graphql/scalars.js';

export const messageChannels = ['email', 'sms', 'whatsapp'] as const;
export type MessageChannel = (typeof messageChannels)[number];

export const messageStatuses = ['sent', 'delivered', 'failed', 'sandboxed'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

const code = (value: string) => `\`${value}\``;

/** What a message belongs to, and the capability that reading its text requires. */
export const readingOrigins = {
  flow: 'flows:read',
  conversation: 'conversations:read',
  campaign: 'campaigns:read',
} as const satisfies Record<string, Capability>;
export type MessageOrigin = keyof typeof readingOrigins;

@ObjectType({ simpleResolvers: true, description: 'A message that was sent from the workspace, or failed to be sent.' })
export class OutboxMessage {
  @Field(() => ID)
  id!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The execution that sent it; null for messages of follow-ups, campaigns, assistants and members.',
  })
  executionId?: string | null;

  @Field(() => String, { nullable: true, description: 'The node of the flow that sent it.' })
  nodeId?: string | null;

  @Field(() => String, { description: `One of ${messageChannels.map(code).join(', ')}.` })
  channel!: MessageChannel;

  @Field(() => String, { description: 'Email addresses separated by commas, or a phone number.' })
  to!: string;

  @Field(() => String, { description: 'What the message belongs to: flow, conversation or campaign.' })
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

  @Field(() => String, {
    description:
      'sent; delivered, which providers report for SMS and WhatsApp; failed; or sandboxed: no provider is configured and nothing was sent.',
  })
  status!: MessageStatus;

  @Field(() => Boolean, {
    description: 'Whether it was stored in the sandbox instead of being sent; its status is sandboxed then.',
  })
  sandbox!: boolean;

  @Field(() => String, {
    description: "Whose credentials sent it: platform (the server's), byok (the workspace's own) or sandbox (none).",
  })
  source!: string;

  @Field(() => String, { nullable: true, description: "The provider's ID of the message." })
  messageId?: string | null;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Why it was not sent or not delivered: `code` and `message`.',
  })
  error?: Record<string, unknown> | null;

  @Field(() => DateTime)
  createdAt!: Date;
}

@ObjectType({ description: 'A page of outbox messages.' })
export class OutboxMessagePage extends Page(OutboxMessage) {}

@SortedBy('createdAt')
@ArgsType()
export class OutboxArgs extends ListArgs {
  @Field(() => String, {
    nullable: true,
    description: searchText('`to`, and `subject` and `body` of the messages whose text you may read'),
  })
  search?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only messages of this execution.' })
  @FilterId()
  executionId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Only messages of this channel: ${messageChannels.map(code).join(', ')}.`,
  })
  @OneOf(messageChannels)
  channel?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Only messages with this status: ${messageStatuses.map(code).join(', ')}.`,
  })
  @OneOf(messageStatuses)
  status?: string | null;
}
