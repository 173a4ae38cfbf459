import { IsOptional, IsTimeZone, Matches, ValidateIf } from 'class-validator';
import { ArgsType, Field, InputType } from 'type-graphql';
import { ListArgs } from '../../../platform/graphql/page.js';

const nameRule = { message: '$property is 1 to 120 characters long and not blank.' };
const zoneRule = { message: '$property is the IANA name of a time zone, as Europe/Madrid or UTC.' };
// Offsets pass as time zones, but know no summer time.
const zoneName = /^[A-Za-z]/;

/** Length counts characters, not UTF-16 units. */
export const workspaceName = /^(?=.*\S).{1,120}$/su;

@ArgsType()
export class WorkspaceListArgs extends ListArgs {
  @Field(() => String, { nullable: true, description: 'Part of the name, in any case' })
  search?: string | null;
}

@InputType()
export class CreateWorkspaceInput {
  @Field(() => String)
  @Matches(workspaceName, nameRule)
  name!: string;

  @Field(() => String, { nullable: true, description: 'UTC when left out' })
  @IsOptional()
  @Matches(zoneName, zoneRule)
  @IsTimeZone(zoneRule)
  timezone?: string | null;
}

@InputType()
export class UpdateWorkspaceInput {
  @Field(() => String, { nullable: true })
  @ValidateIf((_input, value) => value !== undefined)
  @Matches(workspaceName, nameRule)
  name?: string | null;

  @Field(() => String, { nullable: true })
  @ValidateIf((_input, value) => value !== undefined)
  @Matches(zoneName, zoneRule)
  @IsTimeZone(zoneRule)
  timezone?: string | null;
}
