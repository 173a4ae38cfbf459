import { Field, Float, ID, ObjectType } from 'type-graphql';
import type { UsageSource } from '../../../platform/billable-operation.js';
import { Page } from '../../../platform/graphql/page.js';
import { DateTime, JsonObject } from '../../../platform/graphql/scalars.js';
import { type MeterName, meterNames, meters } from '../../../platform/meters.js';

const apps = [...new Set(Object.values(meters).map(({ app }) => app))];

/** What the fields below read from: the workspace whose caller asks. */
@ObjectType({ description: 'What was consumed, and the credits left for more' })
export class WorkspaceUsage {
  workspaceId!: string;
}

@ObjectType({ simpleResolvers: true, description: "The account's pool of credits, which all of its workspaces share" })
export class Wallet {
  @Field(() => ID)
  accountId!: string;

  @Field(() => String, { description: 'Credits that the account holds: the sum of its ledger' })
  balance!: string;

  @Field(() => String, { description: 'The part of them that acts under way may take' })
  reserved!: string;

  @Field(() => String, { description: 'What is left to spend: balance without reserved' })
  available!: string;

  @Field(() => String, { description: 'credits' })
  currency!: string;

  @Field(() => DateTime)
  updatedAt!: Date;
}

/** Table usage_events: written in the transaction of what it tells of, never changed. */
@ObjectType({ simpleResolvers: true, description: 'One metered act' })
export class UsageEvent {
  @Field(() => ID)
  id!: string;

  @Field(() => ID)
  workspaceId!: string;

  @Field(() => String, {
    description: `One of ${meterNames.join(', ')}`,
  })
  eventType!: MeterName;

  @Field(() => String, { description: `The channel by which it left: one of ${apps.join(', ')}` })
  app!: string;

  @Field(() => String, { nullable: true, description: 'ISO 3166, of the recipient, where that counts' })
  country?: string | null;

  @Field(() => String, { description: "platform, or byok: the workspace's own credentials, which costs no credits" })
  source!: UsageSource;

  @Field(() => Float, { description: 'In units' })
  quantity!: number;

  @Field(() => String)
  unit!: string;

  @Field(() => String, { description: 'What it cost' })
  credits!: string;

  @Field(() => ID, { nullable: true })
  flowId?: string | null;

  @Field(() => ID, { nullable: true })
  executionId?: string | null;

  @Field(() => JsonObject)
  metadata!: Record<string, unknown>;

  @Field(() => DateTime)
  createdAt!: Date;
}

@ObjectType()
export class UsageEventPage extends Page(UsageEvent) {}

@ObjectType({ simpleResolvers: true })
export class UsageTotals {
  @Field(() => String)
  credits!: string;

  @Field(() => Float)
  events!: number;
}

@ObjectType({ simpleResolvers: true })
export class UsageOfType {
  @Field(() => String)
  eventType!: string;

  @Field(() => String)
  source!: string;

  @Field(() => Float)
  events!: number;

  @Field(() => Float)
  quantity!: number;

  @Field(() => String)
  credits!: string;
}

@ObjectType({ simpleResolvers: true })
export class UsageOfWorkspace {
  @Field(() => ID)
  workspaceId!: string;

  @Field(() => String, { nullable: true, description: 'Null for a workspace that is gone' })
  name?: string | null;

  @Field(() => Float)
  events!: number;

  @Field(() => String)
  credits!: string;
}

@ObjectType({ simpleResolvers: true })
export class UsageOfDay {
  @Field(() => String, { description: 'A day in UTC: 2026-11-21' })
  date!: string;

  @Field(() => String)
  credits!: string;
}

@ObjectType({ description: 'What was consumed in a time' })
export class UsageSummary {
  workspaceId!: string;

  @Field(() => DateTime)
  from!: Date;

  @Field(() => DateTime)
  to!: Date;

  @Field(() => String, { description: "account: of all the account's workspaces; workspace: of this one" })
  scope!: string;

  @Field(() => UsageTotals)
  totals!: UsageTotals;

  @Field(() => [UsageOfType])
  byType!: UsageOfType[];

  @Field(() => [UsageOfWorkspace])
  byWorkspace!: UsageOfWorkspace[];

  @Field(() => [UsageOfDay], { description: 'Every day from first to last' })
  daily!: UsageOfDay[];
}

@ObjectType({ simpleResolvers: true, description: 'A part of a table as text; ask again with `next` for what follows' })
export class CsvChunk {
  @Field(() => String)
  text!: string;

  @Field(() => ID, { nullable: true, description: 'Where the next part begins; null at the end' })
  next?: string | null;
}
