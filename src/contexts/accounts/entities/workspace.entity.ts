import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import type { Role } from '../../../platform/access/capabilities.js';
import { References, restrict, setNull } from '../../../platform/database/mapping/foreign-keys.js';
import { Node } from '../../../platform/graphql/nodes/node.object.js';
import { Page } from '../../../platform/graphql/page.js';
import { RoleName } from '../../../platform/graphql/role.enum.js';
import { DateTime, Decimal } from '../../../platform/graphql/scalars.js';
import type { QuotaName } from '../../../platform/quota-names.js';

/** The tenant: everything but users and accounts belongs to one. */
@References({ accountId: restrict('accounts'), defaultErrorFlowId: setNull('flows') })
@Entity({ tableName: 'workspaces' })
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A workspace, to which flows, contacts and all other records belong.',
})
export class Workspace {
  @Field(() => ID)
  @PrimaryKey({ type: 'uuid' })
  id!: string;

  /** The ID again, under the name by which fields of other modules find their scope. */
  @Property({ type: 'uuid', persist: false })
  workspaceId!: string;

  @Property({ type: 'uuid' })
  accountId!: string;

  @Field(() => String)
  @Property({ type: 'text' })
  name!: string;

  @Field(() => RoleName, { description: 'Role of the caller; for an API key, that of its creator.' })
  @Property({ type: 'text', persist: false })
  role!: Role;

  @Field(() => String, { description: 'IANA name of the time zone, for example Europe/Madrid.' })
  @Property({ type: 'text' })
  timezone!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The country whose numbering plan applies to phone numbers without a country code, as ISO 3166-1 alpha-2, for example ES. Without it, such numbers are rejected.',
  })
  @Property({ type: 'text', nullable: true })
  country!: string | null;

  /** Limits that the operator set instead of the defaults, by name. Written and read by the quotas. */
  @Property({ type: 'json', columnType: 'jsonb', lazy: true, defaultRaw: `'{}'::jsonb` })
  quotas!: Partial<Record<QuotaName, number>>;

  /** The share of the slots of a process, beside workspaces with a weight of 1. */
  @Property({ type: 'smallint', lazy: true, default: 1 })
  workWeight!: number;

  @Field(() => ID, {
    nullable: true,
    description:
      'The flow that starts when an execution fails whose flow has no active `settings.errorFlowId`; null for none.',
  })
  @Property({ type: 'uuid', nullable: true })
  defaultErrorFlowId!: string | null;

  @Field(() => Decimal, {
    nullable: true,
    description: 'Credits that the workspace may spend in a day in its time zone, as a decimal; null for no limit.',
  })
  @Property({ type: 'decimal', columnType: 'numeric(18,6)', nullable: true })
  dailyBudget!: string | null;

  @Field(() => Decimal, {
    nullable: true,
    description: 'Credits that the workspace may spend in a month in its time zone, as a decimal; null for no limit.',
  })
  @Property({ type: 'decimal', columnType: 'numeric(18,6)', nullable: true })
  monthlyBudget!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The postal address of the sender, in the footer of marketing emails. Laws such as CAN-SPAM require one; without it, the footer has only the name and the link to unsubscribe.',
  })
  @Property({ type: 'text', nullable: true })
  postalAddress!: string | null;

  @Field(() => DateTime)
  @Property({ type: 'timestamptz', length: 3 })
  createdAt!: Date;

  @Field(() => DateTime)
  @Property({ type: 'timestamptz', length: 3 })
  updatedAt!: Date;
}

/** What the API returns of a workspace. */
export type WorkspaceView = Omit<Workspace, 'accountId' | 'quotas' | 'workWeight'>;

@ObjectType({ description: 'A page of workspaces.' })
export class WorkspacePage extends Page(Workspace) {}
