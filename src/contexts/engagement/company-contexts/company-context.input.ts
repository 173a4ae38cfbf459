import { IsUrl, MaxLength } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { IfSent } from '../../../platform/graphql/if-sent.js';

@InputType()
export class AnalyzeSiteInput {
  @Field(() => String, { description: 'An http or https address' })
  @IsUrl(
    { protocols: ['http', 'https'], require_protocol: true, require_tld: false },
    { message: '$property is an http or https address.' },
  )
  @MaxLength(2_000)
  websiteUrl!: string;
}

@InputType()
export class GeneratePromptInput {
  @Field(() => String, { nullable: true, description: 'What the assistant is to do or to mind beside the usual' })
  @IfSent()
  @MaxLength(2_000)
  instructions?: string;

  @Field(() => String, { nullable: true, description: 'What the assistant answers in; as people write when left out' })
  @IfSent()
  @MaxLength(100)
  language?: string;
}
