import { Field, Float, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true })
export class StatusCount {
  @Field(() => String)
  status!: string;

  @Field(() => Float)
  count!: number;
}

@ObjectType({ simpleResolvers: true })
export class ChannelCount {
  @Field(() => String)
  channel!: string;

  @Field(() => Float)
  count!: number;
}

@ObjectType({ simpleResolvers: true })
export class ConversationDay {
  @Field(() => String)
  date!: string;

  @Field(() => Float)
  opened!: number;

  @Field(() => Float)
  resolved!: number;
}

@ObjectType({
  simpleResolvers: true,
  description: 'Of conversations resolved in the period; percentiles are right to 1 %',
})
export class ResolutionTime {
  @Field(() => Float)
  averageMinutes!: number;

  @Field(() => Float)
  p50Minutes!: number;

  @Field(() => Float)
  p90Minutes!: number;
}

@ObjectType({ simpleResolvers: true })
export class ConversationAnalytics {
  @Field(() => [StatusCount], { description: 'Of conversations begun in the period, as they are now' })
  byStatus!: StatusCount[];

  @Field(() => [ChannelCount])
  byChannel!: ChannelCount[];

  @Field(() => [ConversationDay])
  timeline!: ConversationDay[];

  @Field(() => ResolutionTime)
  resolutionTime!: ResolutionTime;
}
