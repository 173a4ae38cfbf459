import { Length, Matches } from 'class-validator';
import { Field, InputType, ObjectType } from 'type-graphql';

const notBlank = { message: '$property must not be blank.' };

@ObjectType({ simpleResolvers: true, description: 'A question that is often asked' })
export class Faq {
  @Field(() => String)
  question!: string;

  @Field(() => String)
  answer!: string;
}

@InputType()
export class FaqInput {
  @Field(() => String)
  @Length(1, 1_000)
  @Matches(/\S/, notBlank)
  question!: string;

  @Field(() => String)
  @Length(1, 5_000)
  @Matches(/\S/, notBlank)
  answer!: string;
}
