import { ArrayMaxSize, ArrayNotEmpty, ArrayUnique, IsIn, IsOptional, Matches } from 'class-validator';
import { ArgsType, Field, InputType } from 'type-graphql';
import { type Capability, capabilities } from '../../../platform/access/capabilities.js';
import { ListArgs } from '../../../platform/graphql/page.js';
import { DateTime } from '../../../platform/graphql/scalars.js';

const grantable = ['*', ...capabilities] as const;

@ArgsType()
export class ApiKeyListArgs extends ListArgs {}

@InputType()
export class CreateApiKeyInput {
  @Field(() => String)
  @Matches(/^(?=.*\S).{1,120}$/su, { message: 'name is 1 to 120 characters long and not blank.' })
  name!: string;

  @Field(() => [String], { description: '`["*"]` is all that the creator holds' })
  @ArrayNotEmpty({ message: 'capabilities names at least one; ["*"] is all that you hold.' })
  @ArrayMaxSize(grantable.length, { message: `capabilities names at most ${grantable.length}.` })
  @ArrayUnique({ message: 'capabilities names each one once.' })
  @IsIn(grantable, { each: true, message: `each of capabilities is one of: ${grantable.join(', ')}.` })
  capabilities!: (Capability | '*')[];

  @Field(() => DateTime, { nullable: true, description: 'Never when left out' })
  @IsOptional()
  expiresAt?: Date | null;
}
