import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { fromText, toText } from '../../../platform/graphql/list-filters.js';
import { ListArgs, Page } from '../../../platform/graphql/page.js';
import { DateTime, JsonObject } from '../../../platform/graphql/scalars.js';

/** Table audit_log: written by `recordAudit` and `recordLinkAudit` only, read by statement. */
@ObjectType({ simpleResolvers: true, description: 'A mutation in the workspace, done or refused.' })
export class AuditEntry {
  @Field(() => ID)
  id!: string;

  @Field(() => String, {
    description: '`user`, `apiKey`, or `link` for a person without a credential who used a link.',
  })
  actorKind!: string;

  @Field(() => ID, { nullable: true, description: 'The user, or the creator of the API key; null for a link.' })
  userId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'For a link, the person that it was created for, for example "ana@example.com by link"; otherwise null.',
  })
  actor?: string | null;

  @Field(() => ID, { nullable: true, description: 'The API key; null for users and links.' })
  keyId?: string | null;

  @Field(() => String, { description: 'Name of the mutation, for example `updateFlow`.' })
  action!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the record that was changed; null if there is no single one.',
  })
  targetId?: string | null;

  @Field(() => [String], { description: 'Names of the input fields that were sent, without their values.' })
  fields!: string[];

  @Field(() => JsonObject, {
    nullable: true,
    description: 'For a decision by link: executionId, stepId and decision; otherwise null.',
  })
  details?: Record<string, unknown> | null;

  @Field(() => String, { description: '`done` or `refused`.' })
  outcome!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Code of the error with which it was refused; null if it was done.',
  })
  code?: string | null;

  @Field(() => String, { nullable: true, description: 'IP address of the client.' })
  ip?: string | null;

  @Field(() => String, { description: 'The `X-Request-Id` of the request.' })
  requestId!: string;

  @Field(() => DateTime)
  createdAt!: Date;
}

@ObjectType()
export class AuditEntryPage extends Page(AuditEntry) {}

@ArgsType()
export class AuditLogArgs extends ListArgs {
  @Field(() => String, { nullable: true, description: 'Only entries of this mutation, for example `updateFlow`.' })
  action?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only entries of this user and of the API keys they created.' })
  userId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only entries about this record.' })
  targetId?: string | null;

  @Field(() => String, { nullable: true, description: 'Only entries with this outcome: `done` or `refused`.' })
  outcome?: string | null;

  @Field(() => String, { nullable: true, description: fromText })
  from?: string | null;

  @Field(() => String, { nullable: true, description: toText })
  to?: string | null;
}
