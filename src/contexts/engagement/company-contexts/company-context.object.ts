import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { JsonObject } from '../../../platform/graphql/scalars.js';
import { Faq } from './faq.object.js';

@ObjectType({ simpleResolvers: true, description: 'What a site tells of its company; nothing of it is stored' })
export class SiteAnalysis {
  @Field(() => String, { description: 'Where the address led' })
  websiteUrl!: string;

  @Field(() => [String], { description: 'The pages that were read' })
  pages!: string[];

  @Field(() => String, { nullable: true })
  title!: string | null;

  @Field(() => String, { nullable: true })
  description!: string | null;

  @Field(() => [String])
  headings!: string[];

  @Field(() => String, { nullable: true })
  companyName!: string | null;

  @Field(() => String, { nullable: true })
  industry!: string | null;

  @Field(() => [String])
  services!: string[];

  @Field(() => String, { nullable: true })
  businessHours!: string | null;

  @Field(() => JsonObject, { description: 'emails, phones, address, social: what was found of them' })
  contactInfo!: Record<string, unknown>;

  @Field(() => [Faq])
  faqs!: Faq[];

  @Field(() => String, { nullable: true, description: 'As the site declares it' })
  language!: string | null;
}

export enum PromptAuthor {
  template = 'template',
  model = 'model',
}
registerEnumType(PromptAuthor, { name: 'PromptAuthor', description: 'What wrote a prompt' });

@ObjectType({ simpleResolvers: true, description: "An assistant's prompt" })
export class AssistantPrompt {
  @Field(() => String)
  prompt!: string;

  @Field(() => PromptAuthor)
  writtenBy!: PromptAuthor;

  @Field(() => String, { nullable: true, description: 'The model that wrote it' })
  model!: string | null;

  @Field(() => String, { nullable: true, description: 'Why the model that is set up did not write it' })
  warning!: string | null;
}
