import { Field, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'A message or a status that was received from a provider.' })
export class ProviderReport {
  @Field(() => Boolean, { description: 'Always true: what the request reports is stored.' })
  received!: boolean;
}
