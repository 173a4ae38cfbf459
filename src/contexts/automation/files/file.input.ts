import { Field, InputType } from 'type-graphql';
import { IfSent } from '../../../platform/graphql/if-sent.js';
import { DateTime } from '../../../platform/graphql/scalars.js';
import { Length, MaxLength, NotBlank, OneLine } from '../../../platform/graphql/text-rules.js';

/** Characters of the content of a file in a GraphQL request. */
const contentAtMost = 5 * 1024 * 1024;

@InputType({ description: 'A file to store.' })
export class CreateFileInput {
  @Field(() => String, { nullable: true, description: 'Its name. Defaults to that in a form, else to `file`.' })
  @IfSent()
  @Length(1, 255)
  @NotBlank()
  @OneLine()
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Its media type. Defaults to text/plain, and to application/octet-stream for base64.',
  })
  @IfSent()
  @MaxLength(255)
  contentType?: string | null;

  @Field(() => String, {
    description: 'Its content: a text, or bytes in base64. REST takes it as the body, of at most 50 MiB.',
  })
  @MaxLength(contentAtMost)
  content!: string;

  @Field(() => Boolean, { nullable: true, description: 'Whether `content` is in base64. Defaults to false.' })
  @IfSent()
  base64?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it stays until it is deleted. Defaults to true.',
  })
  @IfSent()
  kept?: boolean | null;

  @Field(() => DateTime, { nullable: true, description: 'When it is deleted, unless it is kept.' })
  @IfSent()
  expiresAt?: Date | null;
}
