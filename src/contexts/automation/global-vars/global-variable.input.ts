import { Length, Matches, MaxLength } from 'class-validator';
import { ArgsType, Field, InputType } from 'type-graphql';
import { IfSent } from '../../../platform/graphql/if-sent.js';
import { ListArgs } from '../../../platform/graphql/page.js';

const identifier = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;
const identifierRule = { message: '$property is made of letters, digits and _, at most 100, not a digit first.' };
const valueAtMost = 64 * 1024;

@InputType()
export class CreateGlobalVariableInput {
  @Field(() => String, { description: 'Unique in the workspace; letters, digits and _' })
  @Matches(identifier, identifierRule)
  name!: string;

  @Field(() => String)
  @MaxLength(valueAtMost)
  value!: string;

  @Field(() => String, { nullable: true })
  @IfSent()
  @Length(0, 2_000)
  description?: string;
}

@InputType({ description: 'Only what is sent changes' })
export class UpdateGlobalVariableInput {
  @Field(() => String, { nullable: true, description: 'Flows that name the old one are not rewritten' })
  @IfSent()
  @Matches(identifier, identifierRule)
  name?: string;

  @Field(() => String, { nullable: true, description: 'Runs that start or go on later see the new one' })
  @IfSent()
  @MaxLength(valueAtMost)
  value?: string;

  @Field(() => String, { nullable: true })
  @IfSent()
  @Length(0, 2_000)
  description?: string;
}

@ArgsType()
export class GlobalVariableListArgs extends ListArgs {
  @Field(() => String, { nullable: true, description: 'In name and description' })
  search?: string | null;
}
