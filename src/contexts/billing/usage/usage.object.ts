import { Field, Float, ID, ObjectType } from 'type-graphql';
import { Node } from '../../../platform/graphql/nodes/node.object.js';
import { Page } from '../../../platform/graphql/page.js';
import { BigIntCount, DateTime, Day, Decimal, JsonObject } from '../../../platform/graphql/scalars.js';
import type { UsageSource } from '../../../platform/metering/billable-operation.js';
import { MeterNames, UsageSourceName } from '../../../platform/metering/meter-enums.js';
import type { MeterName } from '../../../platform/metering/meters.js';
import { UsageScope } from './usage.input.js';

const creditsText = 'Credits, as a decimal.';
const eventsText = 'The number of usage events.';
const sourceText = "`platform`, or `byok` for the workspace's own provider credentials, which cost no credits.";

/** The root of the fields below. */
@ObjectType({ description: 'Usage and credits of a workspace.' })
export class WorkspaceUsage {
  @Field(() => ID)
  workspaceId!: string;

  /** `usageOf:WORKSPACE`. Clients that keep records by their ID keep all parts of it together. */
  @Field(() => ID)
  id!: string;
}

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'The credits of an account, which all of its workspaces share.',
})
export class Wallet {
  @Field(() => ID)
  accountId!: string;

  @Field(() => Decimal, { description: 'Credits in the wallet, as a decimal: the sum of its ledger.' })
  balance!: string;

  @Field(() => Decimal, {
    description: 'Credits of the balance that are reserved for operations in progress, as a decimal.',
  })
  reserved!: string;

  @Field(() => String, { description: 'Credits that can be spent, as a decimal: the balance without `reserved`.' })
  available!: string;

  @Field(() => String, { description: 'Always `credits`.' })
  currency!: string;

  @Field(() => DateTime)
  updatedAt!: Date;
}

/** Table usage_events: written in the transaction of the operation, never changed. */
@ObjectType({ implements: Node, simpleResolvers: true, description: 'A billable operation that was performed.' })
export class UsageEvent {
  @Field(() => ID, { name: 'eventId', simple: false, description: 'The ID of the event in REST and in exports.' })
  id!: string;

  @Field(() => ID)
  workspaceId!: string;

  @Field(() => MeterNames, {
    description: 'The kind of operation.',
  })
  eventType!: MeterName;

  @Field(() => String, { description: 'The channel or provider, for example `twilio`.' })
  app!: string;

  @Field(() => String, {
    nullable: true,
    description: 'ISO 3166 code of the country of the recipient; null if the rate does not depend on it.',
  })
  country?: string | null;

  @Field(() => UsageSourceName, { description: sourceText })
  source!: UsageSource;

  @Field(() => Float, { description: 'Number of units.' })
  quantity!: number;

  @Field(() => String, { description: 'What is counted, for example `segment`.' })
  unit!: string;

  @Field(() => Decimal, { description: 'Credits that it cost, as a decimal.' })
  credits!: string;

  @Field(() => ID, { nullable: true })
  flowId?: string | null;

  @Field(() => ID, { nullable: true })
  executionId?: string | null;

  @Field(() => JsonObject, {
    description: 'Further data, with keys that depend on the operation, for example the ID of the node.',
  })
  metadata!: Record<string, unknown>;

  @Field(() => DateTime)
  createdAt!: Date;
}

@ObjectType({ description: 'A page of usage events.' })
export class UsageEventPage extends Page(UsageEvent) {}

@ObjectType({ simpleResolvers: true, description: 'Sums of usage.' })
export class UsageTotals {
  @Field(() => Decimal, { description: creditsText })
  credits!: string;

  @Field(() => BigIntCount, { description: eventsText })
  events!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Usage of one kind of operation and source.' })
export class UsageByType {
  @Field(() => MeterNames, { description: 'The kind of operation.' })
  eventType!: string;

  @Field(() => UsageSourceName, { description: sourceText })
  source!: string;

  @Field(() => BigIntCount, { description: eventsText })
  events!: number;

  @Field(() => Float, { description: 'Number of units.' })
  quantity!: number;

  @Field(() => Decimal, { description: creditsText })
  credits!: string;
}

@ObjectType({ simpleResolvers: true, description: 'Usage of one workspace.' })
export class UsageByWorkspace {
  @Field(() => ID)
  workspaceId!: string;

  @Field(() => String, { nullable: true, description: 'Name of the workspace; null if it was deleted.' })
  name?: string | null;

  @Field(() => BigIntCount, { description: eventsText })
  events!: number;

  @Field(() => Decimal, { description: creditsText })
  credits!: string;
}

@ObjectType({ simpleResolvers: true, description: 'Usage of one day.' })
export class UsageByDay {
  @Field(() => Day, { description: 'The day in UTC, for example 2026-11-21.' })
  date!: string;

  @Field(() => Decimal, { description: creditsText })
  credits!: string;
}

@ObjectType({ description: 'Usage in a range of time.' })
export class UsageSummary {
  workspaceId!: string;

  @Field(() => DateTime, { description: 'Start of the range, inclusive.' })
  from!: Date;

  @Field(() => DateTime, { description: 'End of the range, inclusive.' })
  to!: Date;

  @Field(() => UsageScope, { description: 'Whose usage it is.' })
  scope!: string;

  @Field(() => UsageTotals, { description: 'Sums of the whole range.' })
  totals!: UsageTotals;

  @Field(() => [UsageByType], { description: 'Usage by kind of operation and source.' })
  byType!: UsageByType[];

  @Field(() => [UsageByWorkspace], { description: 'Usage by workspace.' })
  byWorkspace!: UsageByWorkspace[];

  @Field(() => [UsageByDay], { description: 'Usage by day, including days without any.' })
  daily!: UsageByDay[];
}

@ObjectType({
  simpleResolvers: true,
  description: 'A chunk of a CSV file; pass `next` as `after` to get the next one.',
})
export class CsvChunk {
  @Field(() => String, { description: 'CSV by RFC 4180; the first chunk begins with the header.' })
  text!: string;

  @Field(() => ID, { nullable: true, description: 'Cursor of the next chunk; null at the end.' })
  next?: string | null;
}
