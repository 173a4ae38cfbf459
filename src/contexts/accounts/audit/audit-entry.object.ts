import { IsOptional, Matches } from 'class-validator';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { byEnum, byId, byText, byTime, defineListFilter } from '../../../platform/filters/fields.js';
import { FilterArgs } from '../../../platform/filters/filter-class.js';
import { defineEnum } from '../../../platform/graphql/enums.js';
import { fromText, searchText, toText } from '../../../platform/graphql/list-filters.js';
import { DateOrTime, FilterId } from '../../../platform/graphql/list-rules.js';
import { Node } from '../../../platform/graphql/nodes/node.object.js';
import { defineSortKeys, ListArgs, Page, SortBy } from '../../../platform/graphql/page.js';
import { DateTime, JsonObject } from '../../../platform/graphql/scalars.js';
import type { ActorKind } from './write-audit.js';

const actionText = 'Only entries of this action, for example `updateFlow` or `login`.';

const AuditActorKind = defineEnum('AuditActorKind', 'The kind of actor of an audit entry.', {
  user: 'A user.',
  apiKey: 'An API key.',
  link: 'A person without a credential who used a link.',
  anonymous: 'Another caller without a credential.',
  operator: 'A command on the server.',
} satisfies Record<ActorKind, string>);

const AuditOutcome = defineEnum('AuditOutcome', 'Whether an action was done.', {
  done: 'It was done.',
  refused: 'It was refused; see `code`.',
});

/** Table audit_log: written by `appendAudit` only, read by statement. */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'Something that was done or refused in the workspace: a mutation, an export, a login of a member.',
})
export class AuditEntry {
  @Field(() => ID)
  workspaceId!: string;

  @Field(() => ID)
  id!: string;

  @Field(() => AuditActorKind, {
    description: 'What kind of actor it was.',
  })
  actorKind!: string;

  @Field(() => ID, { nullable: true, description: 'The user, or the creator of the API key; otherwise null.' })
  userId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'For a link, the person that it was created for, for example "ana@example.com by link"; for a failed login, the email; otherwise null.',
  })
  actor?: string | null;

  @Field(() => ID, { nullable: true, description: 'The API key; null for other actors.' })
  keyId?: string | null;

  @Field(() => String, {
    description:
      'Name of the mutation, for example `updateFlow`, or of another action, for example `exportContacts` or `useApiKeyFromNewAddress`.',
  })
  action!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the record that was changed or read; null if there is no single one.',
  })
  targetId?: string | null;

  @Field(() => [String], { description: 'Names of the input fields that were sent, without their values.' })
  fields!: string[];

  @Field(() => JsonObject, {
    nullable: true,
    description:
      'More about the action, with keys that depend on it, or null. For a decision by link: `executionId`, `stepId`, `decision` and `confirmedBy`, which is `none`, `login` or `code`.',
  })
  details?: Record<string, unknown> | null;

  @Field(() => JsonObject, {
    nullable: true,
    description:
      'The former values, of any type, of the fields that were changed, without credentials; long values are cut. Null for a new record, and without the capability to read what was changed.',
  })
  before?: Record<string, unknown> | null;

  @Field(() => JsonObject, {
    nullable: true,
    description:
      'Their values afterwards, of any type. Null for a deleted record, and without the capability to read what was changed.',
  })
  after?: Record<string, unknown> | null;

  @Field(() => AuditOutcome, { description: 'Whether it was done.' })
  outcome!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Code of the error with which it was refused; null if it was done.',
  })
  code?: string | null;

  @Field(() => String, { nullable: true, description: 'IP address of the client.' })
  ip?: string | null;

  @Field(() => String, { description: 'The `X-Request-Id` of the request; `cli` for a command on the server.' })
  requestId!: string;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => Int, { description: 'The number of the entry in the log of its workspace, from 1 without gaps.' })
  position!: number;

  @Field(() => String, {
    description: 'SHA-256 over the hash of the entry before and the content of this one, in hexadecimal.',
  })
  hash!: string;
}

@ObjectType({ description: 'A page of the audit log.' })
export class AuditEntryPage extends Page(AuditEntry) {}

/** One part of an export. */
@ObjectType({ description: 'A part of an export of the audit log.' })
export class AuditLogPart {
  @Field(() => String, { description: 'Entries as JSON Lines: one JSON object per line.' })
  text!: string;

  @Field(() => String, { nullable: true, description: 'Pass it as `after` for the following part; null at the end.' })
  next?: string | null;
}

export const auditSort = defineSortKeys('AuditEntrySortKey', 'audit entries', ['createdAt'], 'createdAt');

/** What the audit log `a` is filtered by. */
export const auditFilter = defineListFilter('AuditEntry', 'audit entries', {
  id: byId('a.id', 'any'),
  action: byText('a.action', 'any'),
  actorKind: byEnum('AuditActorKind', AuditActorKind, 'a.actor_kind', { values: ['link', 'anonymous', 'operator'] }),
  actor: byText('a.actor', 'present'),
  keyId: byId('a.key_id', 'any'),
  userId: byId('a.user_id', 'any'),
  targetId: byId('a.target_id', 'present'),
  outcome: byEnum('AuditOutcome', AuditOutcome, 'a.outcome', { values: ['refused'] }),
  createdAt: byTime('a.created_at'),
});

@FilterArgs(auditFilter)
@ArgsType()
export class AuditLogArgs extends ListArgs {
  @SortBy(auditSort)
  override sortBy?: string | null;

  @Field(() => String, { nullable: true, description: searchText('`action`, `actor`, the name and email of the user') })
  search?: string | null;

  @Field(() => String, { nullable: true, description: actionText })
  action?: string | null;

  @Field(() => AuditActorKind, { nullable: true, description: 'Only entries of this kind of actor.' })
  actorKind?: string | null;

  @Field(() => String, { nullable: true, description: 'Only entries of this `actor`, compared exactly.' })
  actor?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only entries of this API key.' })
  @FilterId()
  keyId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only entries of this user and of the API keys they created.' })
  @FilterId()
  userId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only entries about this record.' })
  @FilterId()
  targetId?: string | null;

  @Field(() => AuditOutcome, { nullable: true, description: 'Only entries with this outcome.' })
  outcome?: string | null;

  @Field(() => DateTime, { nullable: true, description: fromText })
  @DateOrTime()
  from?: Date | null;

  @Field(() => DateTime, { nullable: true, description: toText })
  @DateOrTime()
  to?: Date | null;
}

@ArgsType()
export class AuditExportArgs {
  @Field(() => DateTime, { nullable: true, description: fromText })
  @DateOrTime()
  from?: Date | null;

  @Field(() => DateTime, { nullable: true, description: toText })
  @DateOrTime()
  to?: Date | null;

  @Field(() => String, { nullable: true, description: actionText })
  action?: string | null;

  @Field(() => AuditOutcome, { nullable: true, description: 'Only entries with this outcome.' })
  outcome?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The `next` of the previous part. Defaults to the first part.',
  })
  @IsOptional()
  @Matches(/^(?:[1-9]\d{0,15})?$/, { message: '$property must be the `next` of the previous part.' })
  after?: string | null;
}
