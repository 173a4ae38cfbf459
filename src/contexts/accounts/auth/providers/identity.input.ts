import { IsOptional } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { Length } from '../../../../platform/graphql/text-rules.js';

@InputType({ description: 'The provider whose account is linked to the caller.' })
export class LinkIdentityInput {
  @Field(() => String, { description: 'ID of the provider.' })
  @Length(1, 64)
  providerId!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Your password; 8 to 200 characters. Not needed if your account has none and your login is at most 10 minutes old.',
  })
  @IsOptional()
  @Length(8, 200)
  password?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The path below `/app` to which the browser returns; at most 1,000 characters. Defaults to `/`.',
  })
  @IsOptional()
  @Length(1, 1_000)
  returnTo?: string | null;
}
