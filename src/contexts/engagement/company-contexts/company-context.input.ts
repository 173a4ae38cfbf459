import { Field, InputType } from 'type-graphql';
import { IfSent } from '../../../platform/graphql/if-sent.js';
import { HttpUrl, MaxLength } from '../../../platform/graphql/text-rules.js';

@InputType({ description: 'A website to analyze.' })
export class AnalyzeSiteInput {
  @Field(() => String, {
    description: 'The URL of the website, starting with `http://` or `https://`, at most 2,000 characters.',
  })
  @HttpUrl()
  @MaxLength(2_000)
  websiteUrl!: string;
}

@InputType({ description: 'Options of the prompt.' })
export class GeneratePromptInput {
  @Field(() => String, {
    nullable: true,
    description: 'Additional instructions for the assistant, at most 2,000 characters.',
  })
  @IfSent()
  @MaxLength(2_000)
  instructions?: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The language that the assistant answers in, at most 100 characters. Defaults to the language of the customer.',
  })
  @IfSent()
  @MaxLength(100)
  language?: string;
}
