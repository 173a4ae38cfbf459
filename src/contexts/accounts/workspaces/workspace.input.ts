import { IsOptional, isISO31661Alpha2, Matches } from 'class-validator';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { byEnum, byId, byText, byTime, defineListFilter } from '../../../platform/filters/fields.js';
import { FilterArgs } from '../../../platform/filters/filter-class.js';
import { Changes, IfSent } from '../../../platform/graphql/if-sent.js';
import { defineSortKeys, ListArgs, SortBy } from '../../../platform/graphql/page.js';
import { RoleName } from '../../../platform/graphql/role.enum.js';
import { Decimal } from '../../../platform/graphql/scalars.js';
import { businessRule, Length, NotBlank, TimeZone, Uuid } from '../../../platform/graphql/text-rules.js';
import { IsBudget } from '../../../platform/metering/is-budget.js';
import { IsName } from '../users/index.js';

/** The violation of an ID that no flow of the workspace has. */
export const errorFlowRule = 'defaultErrorFlowId must be the ID of a flow in this workspace, or null for none.';
const countryDescription =
  'The country whose numbering plan applies to phone numbers without a country code, as ISO 3166-1 alpha-2, for example ES.';

/** A country as ISO 3166-1 alpha-2, in upper or lower case. */
function IsCountry(): PropertyDecorator {
  const message = '$property must be a country as ISO 3166-1 alpha-2, for example ES.';
  return (target, property) => {
    // Codes are compared in upper case, which turns other letters into codes: ß into SS.
    Matches(/^[A-Za-z]{2}$/, { message })(target, property);
    const isKnown = (value: unknown) => isISO31661Alpha2(value) || !/^[A-Za-z]{2}$/.test(String(value));
    businessRule('COUNTRY_UNKNOWN', isKnown, message)(target, property);
  };
}

export const workspaceSort = defineSortKeys(
  'WorkspaceSortKey',
  'workspaces',
  ['createdAt', 'updatedAt', 'name'],
  'createdAt',
);

/** What the list of the caller's workspaces `w`, with their membership `m`, is filtered by. */
export const workspaceFilter = defineListFilter('Workspace', 'workspaces', {
  id: byId('w.id', 'any'),
  name: byText('w.name'),
  role: byEnum('Role', RoleName, 'm.role'),
  createdAt: byTime('w.created_at'),
  updatedAt: byTime('w.updated_at'),
});

@FilterArgs(workspaceFilter)
@ArgsType()
export class WorkspaceListArgs extends ListArgs {
  @SortBy(workspaceSort)
  override sortBy?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only workspaces with this text in their name, case-insensitive.',
  })
  search?: string | null;
}

@InputType({ description: 'A new workspace.' })
export class CreateWorkspaceInput {
  @Field(() => String)
  @IsName()
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'IANA name of the time zone, for example Europe/Madrid. Defaults to UTC.',
  })
  @IsOptional()
  @TimeZone()
  timezone?: string | null;

  @Field(() => String, { nullable: true, description: countryDescription })
  @IsOptional()
  @IsCountry()
  country?: string | null;
}

@Changes()
@InputType({ description: 'What changes of a workspace.' })
export class UpdateWorkspaceInput {
  @Field(() => String, { nullable: true })
  @IfSent()
  @IsName()
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'IANA name of the time zone, for example Europe/Madrid.' })
  @IfSent()
  @TimeZone()
  timezone?: string | null;

  @Field(() => String, { nullable: true, description: `${countryDescription} Null for none.` })
  @IsOptional()
  @IsCountry()
  country?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The flow that starts when an execution fails whose flow has no error flow of its own; null for none.',
  })
  @IsOptional()
  @Uuid({ message: errorFlowRule })
  defaultErrorFlowId?: string | null;

  @Field(() => Decimal, {
    nullable: true,
    description:
      'Credits that the workspace may spend in a day in its time zone, as a decimal, for example `10` or `0.5`; null for no limit.',
  })
  @IsBudget()
  dailyBudget?: string | null;

  @Field(() => Decimal, {
    nullable: true,
    description: 'Credits that the workspace may spend in a month in its time zone, as a decimal; null for no limit.',
  })
  @IsBudget()
  monthlyBudget?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The postal address in the footer of marketing emails, in one or several lines; null for none.',
  })
  @IsOptional()
  @Length(1, 500)
  @NotBlank()
  postalAddress?: string | null;
}
