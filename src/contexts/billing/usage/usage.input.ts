import { IsNotEmpty, Matches } from 'class-validator';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { FilterArgs } from '../../../platform/filters/filter-class.js';
import { defineEnum } from '../../../platform/graphql/enums.js';
import { fromText, searchText, toText } from '../../../platform/graphql/list-filters.js';
import { DateOrTime, FilterId } from '../../../platform/graphql/list-rules.js';
import { defineSortKeys, ListArgs, SortBy } from '../../../platform/graphql/page.js';
import { DateTime, Decimal } from '../../../platform/graphql/scalars.js';
import { MaxLength } from '../../../platform/graphql/text-rules.js';
import { creditContext, creditPattern } from '../../../platform/metering/is-budget.js';
import { MeterNames, UsageSourceName } from '../../../platform/metering/meter-enums.js';
import { usageFilter } from './usage-event.filter.js';

const scopeText =
  '`account` for all workspaces of the account, or `workspace`. Defaults to `account` for the owner of the account, `workspace` for others.';
const meterText = 'Only events of this kind.';
const sourceText = 'Only events with this source.';

export const UsageScope = defineEnum('UsageScope', 'Whose usage is shown.', {
  account: 'That of all workspaces of the account.',
  workspace: 'That of the workspace.',
});

@ArgsType()
export class UsageSummaryArgs {
  @Field(() => DateTime, {
    nullable: true,
    description: `${fromText} Defaults to the start of the month.`,
  })
  @DateOrTime()
  from?: Date | null;

  @Field(() => DateTime, {
    nullable: true,
    description: `${toText} Defaults to the end of the month.`,
  })
  @DateOrTime()
  to?: Date | null;

  @Field(() => UsageScope, { nullable: true, description: scopeText })
  scope?: string | null;
}

export const usageSort = defineSortKeys('UsageEventSortKey', 'usage events', ['createdAt'], 'createdAt');

@FilterArgs(usageFilter)
@ArgsType()
export class UsageEventArgs extends ListArgs {
  @SortBy(usageSort)
  override sortBy?: string | null;

  @Field(() => MeterNames, { nullable: true, description: meterText })
  eventType?: string | null;

  @Field(() => UsageSourceName, { nullable: true, description: sourceText })
  source?: string | null;

  @Field(() => String, { nullable: true, description: searchText('`eventType`; or the whole ID of an execution') })
  search?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only events of this execution.' })
  @FilterId()
  executionId?: string | null;

  @Field(() => DateTime, { nullable: true, description: fromText })
  @DateOrTime()
  from?: Date | null;

  @Field(() => DateTime, { nullable: true, description: toText })
  @DateOrTime()
  to?: Date | null;

  @Field(() => UsageScope, { nullable: true, description: scopeText })
  scope?: string | null;
}

@ArgsType()
export class UsageCsvArgs {
  @Field(() => MeterNames, { nullable: true, description: meterText })
  eventType?: string | null;

  @Field(() => UsageSourceName, { nullable: true, description: sourceText })
  source?: string | null;

  @Field(() => DateTime, { nullable: true, description: fromText })
  @DateOrTime()
  from?: Date | null;

  @Field(() => DateTime, { nullable: true, description: toText })
  @DateOrTime()
  to?: Date | null;

  @Field(() => UsageScope, { nullable: true, description: scopeText })
  scope?: string | null;

  @Field(() => ID, { nullable: true, description: 'The `next` of the previous chunk.' })
  @FilterId()
  after?: string | null;
}

@InputType({ description: 'Credits to add to the wallet.' })
export class TopUpWalletInput {
  @Field(() => Decimal, { description: 'Credits as a decimal with at most six places, for example "12.5".' })
  @Matches(creditPattern, {
    context: creditContext({ minimum: 0.000_001 }),
    message: 'amount must be a decimal with at most six places, for example "12.5".',
  })
  @Matches(/[1-9]/, { message: 'amount must be more than 0.' })
  amount!: string;

  @Field(() => String, {
    description: 'Your unique reference for the payment, at most 200 characters. A repeated reference adds nothing.',
  })
  @IsNotEmpty()
  @MaxLength(200)
  reference!: string;
}
