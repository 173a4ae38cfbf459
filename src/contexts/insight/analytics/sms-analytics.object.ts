import { Field, Float, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true })
export class FailureReason {
  @Field(() => String, { description: 'A code' })
  reason!: string;

  @Field(() => Float)
  count!: number;
}

@ObjectType({ simpleResolvers: true })
export class SmsDay {
  @Field(() => String)
  date!: string;

  @Field(() => Float)
  sent!: number;

  @Field(() => Float)
  delivered!: number;

  @Field(() => Float)
  failed!: number;
}

@ObjectType({ simpleResolvers: true })
export class SmsAnalytics {
  @Field(() => Float, { description: 'Taken by the provider, delivered ones among them' })
  sent!: number;

  @Field(() => Float)
  delivered!: number;

  @Field(() => Float)
  failed!: number;

  @Field(() => Float, { description: 'Failed ones of all, from 0 to 1' })
  errorRate!: number;

  @Field(() => [FailureReason], { description: 'The most frequent first' })
  failureReasons!: FailureReason[];

  @Field(() => [SmsDay])
  timeline!: SmsDay[];
}
