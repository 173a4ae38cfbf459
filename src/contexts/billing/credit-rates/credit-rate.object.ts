import { Field, ObjectType } from 'type-graphql';
import { DateTime, Decimal } from '../../../platform/graphql/scalars.js';
import { MeterNames } from '../../../platform/metering/meter-enums.js';

/** Base rates only: those of single accounts are private. */
@ObjectType({ simpleResolvers: true, description: 'The price of one unit of a billable operation.' })
export class CreditRate {
  @Field(() => MeterNames, { description: 'The kind of billable operation.' })
  eventType!: string;

  @Field(() => String, { description: 'The channel or provider, for example `twilio`.' })
  app!: string;

  @Field(() => String, {
    nullable: true,
    description: 'ISO 3166 code of the country of the recipient; null for all countries without a rate of their own.',
  })
  country?: string | null;

  @Field(() => String, { description: 'What is counted, for example `segment`.' })
  unit!: string;

  @Field(() => Decimal, { description: 'Credits for one unit, as a decimal.' })
  creditsPerUnit!: string;

  @Field(() => DateTime, { description: 'When the rate took effect.' })
  effectiveFrom!: Date;
}
