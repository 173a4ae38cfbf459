import { IsNotEmpty, Matches, MaxLength } from 'class-validator';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { ListArgs } from '../../../platform/graphql/page.js';
import { meterNames } from '../../../platform/meters.js';

const scopeText = "account (all of the account's workspaces; the default for whom it belongs to) or workspace";
const meterText = `One of ${meterNames.join(', ')}`;

@ArgsType()
export class UsageSummaryArgs {
  @Field(() => String, {
    nullable: true,
    description: 'An ISO time, or a date for its whole UTC day; the month’s first day when left out',
  })
  from?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'An ISO time, or a date for its whole UTC day; the month’s last day when left out',
  })
  to?: string | null;

  @Field(() => String, { nullable: true, description: scopeText })
  scope?: string | null;
}

@ArgsType()
export class UsageEventArgs extends ListArgs {
  @Field(() => String, { nullable: true, description: meterText })
  eventType?: string | null;

  @Field(() => String, { nullable: true, description: 'platform or byok' })
  source?: string | null;

  @Field(() => ID, { nullable: true, description: 'Of one run' })
  executionId?: string | null;

  @Field(() => String, { nullable: true, description: 'At or after: an ISO time, or a date for its whole UTC day' })
  from?: string | null;

  @Field(() => String, { nullable: true, description: 'At or before: an ISO time, or a date for its whole UTC day' })
  to?: string | null;

  @Field(() => String, { nullable: true, description: scopeText })
  scope?: string | null;
}

@ArgsType()
export class UsageCsvArgs {
  @Field(() => String, { nullable: true, description: meterText })
  eventType?: string | null;

  @Field(() => String, { nullable: true, description: 'platform or byok' })
  source?: string | null;

  @Field(() => String, { nullable: true, description: 'At or after: an ISO time, or a date for its whole UTC day' })
  from?: string | null;

  @Field(() => String, { nullable: true, description: 'At or before: an ISO time, or a date for its whole UTC day' })
  to?: string | null;

  @Field(() => String, { nullable: true, description: scopeText })
  scope?: string | null;

  @Field(() => ID, { nullable: true, description: 'The `next` of the part before' })
  after?: string | null;
}

@InputType()
export class TopUpWalletInput {
  @Field(() => String, { description: 'Credits, as a decimal: 100 or 12.500000' })
  @Matches(/^\d{1,12}(\.\d{1,6})?$/, { message: 'amount is a decimal of at most six places, as "100" or "12.5".' })
  @Matches(/[1-9]/, { message: 'amount is more than 0.' })
  amount!: string;

  @Field(() => String, { description: 'What you call the payment: it is booked once' })
  @IsNotEmpty()
  @MaxLength(200)
  reference!: string;
}
