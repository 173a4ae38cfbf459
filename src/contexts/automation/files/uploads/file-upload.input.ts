import { Max, Min } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { IfSent } from '../../../../platform/graphql/if-sent.js';
import { BigIntCount, DateTime } from '../../../../platform/graphql/scalars.js';
import { Length, MaxLength, NotBlank, OneLine } from '../../../../platform/graphql/text-rules.js';

/** Characters of a part in a GraphQL request. */
const contentAtMost = 5 * 1024 * 1024;
const protocol = 'The version of the tus protocol that the client speaks: `1.0.0`, which is the default.';

@InputType({ description: 'A file whose bytes follow in parts.' })
export class CreateFileUploadInput {
  @Field(() => BigIntCount, { description: 'The number of bytes of the whole file, at most those of `FILE_MAX_MIB`.' })
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  size!: number;

  @Field(() => String, { nullable: true, description: 'Its name. Defaults to that of the metadata, else to `file`.' })
  @IfSent()
  @Length(1, 255)
  @NotBlank()
  @OneLine()
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Its media type. Defaults to that of the metadata, else to application/octet-stream.',
  })
  @IfSent()
  @MaxLength(255)
  contentType?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'What tus clients say of the file: pairs of a key and a value in base64, separated by commas. `filename` (or `name`) and `filetype` (or `type`) are read.',
  })
  @IfSent()
  @MaxLength(8_192)
  metadata?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it stays until it is deleted. Defaults to true.' })
  @IfSent()
  kept?: boolean | null;

  @Field(() => DateTime, { nullable: true, description: 'When the file is deleted, unless it is kept.' })
  @IfSent()
  expiresAt?: Date | null;

  @Field(() => String, { nullable: true, description: protocol })
  @IfSent()
  @MaxLength(100)
  protocol?: string | null;
}

@InputType({ description: 'A part of a file.' })
export class AppendToFileUploadInput {
  @Field(() => BigIntCount, { description: 'Where it begins: `received` of the upload.' })
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  offset!: number;

  @Field(() => String, {
    description: 'Its content: a text, or bytes in base64. REST takes it as the body, of any length.',
  })
  @MaxLength(contentAtMost)
  content!: string;

  @Field(() => Boolean, { nullable: true, description: 'Whether `content` is in base64. Defaults to false.' })
  @IfSent()
  base64?: boolean | null;

  @Field(() => String, { nullable: true, description: protocol })
  @IfSent()
  @MaxLength(100)
  protocol?: string | null;
}
