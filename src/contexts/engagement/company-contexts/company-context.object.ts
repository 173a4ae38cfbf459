import { Field, ObjectType } from 'type-graphql';
import { defineEnum } from '../../../platform/graphql/enums.js';
import { OmitNull } from '../../../platform/graphql/omit-null.js';
import { JsonObject } from '../../../platform/graphql/scalars.js';
import { Faq } from './faq.object.js';
import type { ContactDetails } from './site/site-metadata.js';

@OmitNull()
@ObjectType({ simpleResolvers: true, description: 'How to reach a company, as far as its website says it.' })
export class SiteContactInfo implements ContactDetails {
  @Field(() => [String], { nullable: true, description: 'The email addresses.' })
  emails?: string[];

  @Field(() => [String], { nullable: true, description: 'The phone numbers as they were written.' })
  phones?: string[];

  @Field(() => String, { nullable: true, description: 'The postal address as text.' })
  address?: string;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'The URLs of profiles by the name of the network; JSON, because any network can occur.',
  })
  social?: Record<string, string>;
}

@ObjectType({ simpleResolvers: true, description: 'What was found on a website about its company. It is not stored.' })
export class SiteAnalysis {
  @Field(() => String, { description: 'The URL of the page after redirects.' })
  websiteUrl!: string;

  @Field(() => [String], { description: 'The URLs of the pages that were read.' })
  pages!: string[];

  @Field(() => String, { nullable: true, description: 'The title of the page.' })
  title!: string | null;

  @Field(() => String, { nullable: true, description: 'The description of the company, at most 5,000 characters.' })
  description!: string | null;

  @Field(() => [String], { description: 'The headings of the pages, at most 40.' })
  headings!: string[];

  @Field(() => String, { nullable: true, description: 'The name of the company.' })
  companyName!: string | null;

  @Field(() => String, { nullable: true, description: 'The industry of the company.' })
  industry!: string | null;

  @Field(() => [String], { description: 'The services or products that the company offers, at most 100.' })
  services!: string[];

  @Field(() => String, { nullable: true, description: 'The opening hours as text.' })
  businessHours!: string | null;

  @Field(() => SiteContactInfo, { description: 'How to reach the company.' })
  contactInfo!: SiteContactInfo;

  @Field(() => [Faq], { description: 'Frequently asked questions, at most 100.' })
  faqs!: Faq[];

  @Field(() => String, {
    nullable: true,
    description: 'The language that the website declares, for example en or es-ES.',
  })
  language!: string | null;
}

export const PromptAuthor = defineEnum('PromptAuthor', 'What wrote a prompt.', {
  template: 'The built-in template.',
  model: 'A language model.',
});
export type PromptAuthor = keyof typeof PromptAuthor;

@ObjectType({ simpleResolvers: true, description: 'A generated assistant prompt.' })
export class AssistantPrompt {
  @Field(() => String, { description: 'The prompt.' })
  prompt!: string;

  @Field(() => PromptAuthor, { description: 'Whether a model or the template wrote it.' })
  writtenBy!: PromptAuthor;

  @Field(() => String, { nullable: true, description: 'The model that wrote it; null if the template did.' })
  model!: string | null;

  @Field(() => String, { nullable: true, description: 'Why the configured model did not write it.' })
  warning!: string | null;
}
