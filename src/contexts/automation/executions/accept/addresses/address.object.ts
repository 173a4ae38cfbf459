import { Field, ObjectType } from 'type-graphql';
import { FormPage } from '../forms/form.object.js';

@ObjectType({ simpleResolvers: true, description: 'The answer to the call of the address of a step' })
export class ReceivedCallback {
  @Field(() => Boolean, {
    description:
      'Whether the step continues with the call; false for a GET that does not accept JSON, which shows a page',
  })
  received!: boolean;

  @Field(() => FormPage, { nullable: true, description: 'The page for browsers; null for JSON' })
  page?: FormPage | null;
}
