import { Field, ObjectType } from 'type-graphql';
import { DateTime } from '../../../platform/graphql/scalars.js';

/** Of table credit_rates the base ones only: what single accounts pay is theirs. */
@ObjectType({ simpleResolvers: true, description: 'What a unit of an act costs' })
export class CreditRate {
  @Field(() => String)
  eventType!: string;

  @Field(() => String, { description: 'By which way it goes out' })
  app!: string;

  @Field(() => String, {
    nullable: true,
    description: 'ISO 3166, of the recipient; null: wherever no rate names the country',
  })
  country?: string | null;

  @Field(() => String)
  unit!: string;

  @Field(() => String, { description: 'Decimal' })
  creditsPerUnit!: string;

  @Field(() => DateTime)
  effectiveFrom!: Date;
}
