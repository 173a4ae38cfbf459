import { Field, Float, ObjectType } from 'type-graphql';

const share = 'A part of the whole, from 0 to 1';

@ObjectType({ simpleResolvers: true })
export class FunnelStep {
  @Field(() => String)
  status!: string;

  @Field(() => Float)
  count!: number;

  @Field(() => Float, { description: share })
  rate!: number;
}

@ObjectType({ simpleResolvers: true })
export class SourceCount {
  @Field(() => String, { nullable: true, description: 'Null for contacts that name none' })
  source?: string | null;

  @Field(() => Float)
  count!: number;
}

@ObjectType({ simpleResolvers: true })
export class DayCountObject {
  @Field(() => String)
  date!: string;

  @Field(() => Float)
  count!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Of contacts made in the period' })
export class LeadAnalytics {
  @Field(() => [FunnelStep], { description: 'As they are now' })
  funnel!: FunnelStep[];

  @Field(() => [SourceCount], { description: 'The fifty most frequent' })
  sources!: SourceCount[];

  @Field(() => [DayCountObject])
  timeline!: DayCountObject[];
}
