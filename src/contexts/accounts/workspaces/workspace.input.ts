import { IsISO31661Alpha2, IsOptional, IsTimeZone, IsUUID, Matches, ValidateIf } from 'class-validator';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { ListArgs } from '../../../platform/graphql/page.js';
import { IsBudget } from '../../../platform/metering/is-budget.js';
import { IsName } from '../users/index.js';

const zoneRule = { message: '$property must be an IANA time zone, for example Europe/Madrid.' };
/** The violation of an ID that no flow of the workspace has. */
export const errorFlowRule = 'defaultErrorFlowId must be the ID of a flow in this workspace, or null for none.';
const countryRule = { message: '$property must be a country as ISO 3166-1 alpha-2, for example ES.' };
const countryDescription =
  'The country whose numbering plan applies to phone numbers without a country code, as ISO 3166-1 alpha-2, for example ES.';
// IsTimeZone accepts offsets too, which have no daylight saving time.
const zoneName = /^[A-Za-z]/;

@ArgsType()
export class WorkspaceListArgs extends ListArgs {
  @Field(() => String, {
    nullable: true,
    description: 'Only workspaces with this text in their name, case-insensitive.',
  })
  search?: string | null;
}

@InputType()
export class CreateWorkspaceInput {
  @Field(() => String)
  @IsName()
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'IANA name of the time zone, for example Europe/Madrid. Defaults to UTC.',
  })
  @IsOptional()
  @Matches(zoneName, zoneRule)
  @IsTimeZone(zoneRule)
  timezone?: string | null;

  @Field(() => String, { nullable: true, description: countryDescription })
  @IsOptional()
  // ISO codes are compared in upper case, which turns other letters into codes: ß into SS.
  @Matches(/^[A-Za-z]{2}$/, countryRule)
  @IsISO31661Alpha2(countryRule)
  country?: string | null;
}

@InputType()
export class UpdateWorkspaceInput {
  @Field(() => String, { nullable: true })
  @ValidateIf((_input, value) => value !== undefined)
  @IsName()
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'IANA name of the time zone, for example Europe/Madrid.' })
  @ValidateIf((_input, value) => value !== undefined)
  @Matches(zoneName, zoneRule)
  @IsTimeZone(zoneRule)
  timezone?: string | null;

  @Field(() => String, { nullable: true, description: `${countryDescription} Null for none.` })
  @IsOptional()
  // ISO codes are compared in upper case, which turns other letters into codes: ß into SS.
  @Matches(/^[A-Za-z]{2}$/, countryRule)
  @IsISO31661Alpha2(countryRule)
  country?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The flow that starts when an execution fails whose flow has no error flow of its own; null for none.',
  })
  @IsOptional()
  @IsUUID('all', { message: errorFlowRule })
  defaultErrorFlowId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Credits that the workspace may spend in a day in its time zone, as a decimal, for example `10` or `0.5`; null for no limit.',
  })
  @IsBudget()
  dailyBudget?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Credits that the workspace may spend in a month in its time zone, as a decimal; null for no limit.',
  })
  @IsBudget()
  monthlyBudget?: string | null;
}
