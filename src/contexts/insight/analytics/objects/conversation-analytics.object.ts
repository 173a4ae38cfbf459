import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Day } from '../../../../platform/graphql/scalars.js';
import { enumOfField } from '../../../../platform/records/index.js';
import { conversations } from '../../../crm/definitions/index.js';
import { AnalyzedPeriod } from './analyzed-period.object.js';

const ConversationStatus = enumOfField(conversations, 'status');
const ConversationChannel = enumOfField(conversations, 'channel');

@ObjectType({ simpleResolvers: true, description: 'Number of conversations with a status.' })
export class StatusCount {
  @Field(() => ConversationStatus, { description: 'The status.' })
  status!: string;

  @Field(() => Int)
  count!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Number of conversations of a channel.' })
export class ChannelCount {
  @Field(() => ConversationChannel, { description: 'The channel.' })
  channel!: string;

  @Field(() => Int)
  count!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Conversations of one day.' })
export class ConversationDay {
  @Field(() => Day, { description: 'Day in the time zone of the workspace, for example 2026-11-21.' })
  date!: string;

  @Field(() => Int, { description: 'Conversations that began.' })
  opened!: number;

  @Field(() => Int, { description: 'Conversations that were resolved.' })
  resolved!: number;
}

@ObjectType({
  simpleResolvers: true,
  description: 'How long conversations that were resolved in the period took; percentiles are accurate to 1 %.',
})
export class ResolutionTime {
  @Field(() => Float, { description: 'Average in minutes.' })
  averageMinutes!: number;

  @Field(() => Float, { description: 'Median in minutes.' })
  p50Minutes!: number;

  @Field(() => Float, { description: '90th percentile in minutes.' })
  p90Minutes!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Conversations of the period.' })
export class ConversationAnalytics extends AnalyzedPeriod {
  @Field(() => [StatusCount], { description: 'Conversations that began in the period, by their current status.' })
  byStatus!: StatusCount[];

  @Field(() => [ChannelCount], { description: 'Conversations that began in the period, by channel.' })
  byChannel!: ChannelCount[];

  @Field(() => [ConversationDay], { description: 'Every day of the period.' })
  timeline!: ConversationDay[];

  @Field(() => ResolutionTime, { description: 'How long resolved conversations took.' })
  resolutionTime!: ResolutionTime;
}
