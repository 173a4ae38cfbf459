import { IsByteLength, Length, Matches } from 'class-validator';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { IfSent } from '../../../platform/graphql/if-sent.js';
import { ListArgs } from '../../../platform/graphql/page.js';

const identifier = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;
const identifierRule = { message: '$property is made of letters, digits and _, at most 100, not a digit first.' };
const valueAtMost = 64 * 1024;
const valueRule = { message: '$property has 1 byte to 64 KiB.' };

@InputType()
export class CreateSecretInput {
  @Field(() => String, { description: 'Unique in the workspace; letters, digits and _' })
  @Matches(identifier, identifierRule)
  name!: string;

  @Field(() => String, { description: 'Stored sealed; no answer ever holds it' })
  @IsByteLength(1, valueAtMost, valueRule)
  value!: string;

  @Field(() => String, { nullable: true })
  @IfSent()
  @Length(0, 2_000)
  description?: string;

  @Field(() => ID, { nullable: true, description: 'The only flow that may use it, with which it is deleted' })
  flowId?: string | null;
}

@InputType({ description: 'Renames, or replaces value or description; only what is sent changes' })
export class UpdateSecretInput {
  @Field(() => String, { nullable: true, description: 'Flows that name the old one are not rewritten' })
  @IfSent()
  @Matches(identifier, identifierRule)
  name?: string;

  @Field(() => String, { nullable: true, description: 'Runs that start or go on later use the new one' })
  @IfSent()
  @IsByteLength(1, valueAtMost, valueRule)
  value?: string;

  @Field(() => String, { nullable: true })
  @IfSent()
  @Length(0, 2_000)
  description?: string;
}

@ArgsType()
export class SecretListArgs extends ListArgs {
  @Field(() => String, { nullable: true, description: "A flow's id, or none for those of the whole workspace" })
  flowId?: string | null;

  @Field(() => String, { nullable: true, description: 'In name and description' })
  search?: string | null;
}
