import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { ListArgs, Page } from '../../../platform/graphql/page.js';
import { DateTime, JsonObject } from '../../../platform/graphql/scalars.js';

/** Table audit_log: written by `recordAudit` and `recordLinkAudit` only, read by statement. */
@ObjectType({ simpleResolvers: true, description: 'One act of somebody in the workspace, done or refused' })
export class AuditEntry {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'user, apiKey, or link for somebody without a credential' })
  actorKind!: string;

  @Field(() => ID, { nullable: true, description: 'Who it was, or whose key; null for a link' })
  userId?: string | null;

  @Field(() => String, { nullable: true, description: 'Of a link: whom it was made for, as "ana@example.com by link"' })
  actor?: string | null;

  @Field(() => ID, { nullable: true })
  keyId?: string | null;

  @Field(() => String, { description: "The mutation's name: updateFlow, createApiKey" })
  action!: string;

  @Field(() => ID, { nullable: true, description: 'What it was done to' })
  targetId?: string | null;

  @Field(() => [String], { description: "Names of the input's fields, never their values" })
  fields!: string[];

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Of a decision by link: executionId, stepId and decision',
  })
  details?: Record<string, unknown> | null;

  @Field(() => String, { description: 'done or refused' })
  outcome!: string;

  @Field(() => String, { nullable: true, description: 'Why it was refused' })
  code?: string | null;

  @Field(() => String, { nullable: true })
  ip?: string | null;

  @Field(() => String)
  requestId!: string;

  @Field(() => DateTime)
  createdAt!: Date;
}

@ObjectType()
export class AuditEntryPage extends Page(AuditEntry) {}

@ArgsType()
export class AuditLogArgs extends ListArgs {
  @Field(() => String, { nullable: true, description: "A mutation's name" })
  action?: string | null;

  @Field(() => ID, { nullable: true })
  userId?: string | null;

  @Field(() => ID, { nullable: true })
  targetId?: string | null;

  @Field(() => String, { nullable: true, description: 'done or refused' })
  outcome?: string | null;

  @Field(() => String, { nullable: true, description: 'At or after: an ISO time, or a date for its whole UTC day' })
  from?: string | null;

  @Field(() => String, { nullable: true, description: 'At or before: an ISO time, or a date for its whole UTC day' })
  to?: string | null;
}
