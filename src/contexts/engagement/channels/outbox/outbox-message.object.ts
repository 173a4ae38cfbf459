import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import type { Capability } from '../../../../platform/access/capabilities.js';
import { ListArgs, Page } from '../../../../platform/graphql/page.js';
import { DateTime, JsonObject } from '../../../../platform/graphql/scalars.js';

export const messageChannels = ['email', 'sms', 'whatsapp'] as const;
export type MessageChannel = (typeof messageChannels)[number];

export const messageStatuses = ['sent', 'delivered', 'failed', 'sandboxed'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** What a message belongs to, and the right that reading its text asks for. */
export const readingOrigins = {
  flow: 'flows:read',
  conversation: 'conversations:read',
  campaign: 'campaigns:read',
} as const satisfies Record<string, Capability>;
export type MessageOrigin = keyof typeof readingOrigins;

/** Table outbox_messages: written by `deliverMessage` and `storeDeliveryState` only, read by statement. */
@ObjectType({ simpleResolvers: true, description: 'A message that left the workspace, or was to' })
export class OutboxMessage {
  @Field(() => ID)
  id!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Absent where no run sent it, but a follow-up, an assistant or a member',
  })
  executionId?: string | null;

  @Field(() => String, { nullable: true })
  nodeId?: string | null;

  @Field(() => String, { description: 'email, sms or whatsapp' })
  channel!: MessageChannel;

  @Field(() => String, { description: 'Addresses separated by commas, or a number' })
  to!: string;

  @Field(() => String, { description: 'What it belongs to: flow, conversation or campaign' })
  origin!: MessageOrigin;

  @Field(() => String, { nullable: true, description: 'Of emails; for those who may read the body' })
  subject?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'At most its first 100,000 characters; secrets and the tokens of links are redacted. Null for callers who lack the right to read its origin: flows:read, conversations:read or campaigns:read',
  })
  body?: string | null;

  @Field(() => String, {
    description:
      'sent, delivered (SMS and WhatsApp, where the provider tells), failed, or sandboxed: only the sandbox took it',
  })
  status!: MessageStatus;

  @Field(() => Boolean, {
    description: 'True where no provider is set up: the message never left, and its status is sandboxed',
  })
  sandbox!: boolean;

  @Field(() => String, { description: "Whose credentials sent it: platform, byok (the workspace's own) or sandbox" })
  source!: string;

  @Field(() => String, { nullable: true, description: "The provider's own id of it" })
  messageId?: string | null;

  @Field(() => JsonObject, { nullable: true, description: 'Why it was not sent, or not delivered: code and message' })
  error?: Record<string, unknown> | null;

  @Field(() => DateTime)
  createdAt!: Date;
}

@ObjectType()
export class OutboxMessagePage extends Page(OutboxMessage) {}

@ArgsType()
export class OutboxArgs extends ListArgs {
  @Field(() => ID, { nullable: true })
  executionId?: string | null;

  @Field(() => String, { nullable: true, description: 'email, sms or whatsapp' })
  channel?: string | null;

  @Field(() => String, { nullable: true, description: 'sent, delivered or failed' })
  status?: string | null;
}
