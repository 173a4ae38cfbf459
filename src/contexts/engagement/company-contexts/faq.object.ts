import { Field, InputType, ObjectType } from 'type-graphql';
import { Length, NotBlank } from '../../../platform/graphql/text-rules.js';

@ObjectType({ simpleResolvers: true, description: 'A frequently asked question with its answer.' })
export class Faq {
  @Field(() => String, { description: 'The question.' })
  question!: string;

  @Field(() => String, { description: 'The answer.' })
  answer!: string;
}

@InputType({ description: 'A frequently asked question with its answer.' })
export class FaqInput {
  @Field(() => String, { description: 'At most 1,000 characters.' })
  @Length(1, 1_000)
  @NotBlank()
  question!: string;

  @Field(() => String, { description: 'At most 5,000 characters.' })
  @Length(1, 5_000)
  @NotBlank()
  answer!: string;
}
