import { Field, Float, ID, ObjectType } from 'type-graphql';
import type { Period } from './period.js';

const share = 'A part of the whole, from 0 to 1';

/** What the fields below are read by. */
@ObjectType({
  description: "What happened in the last days, today among them, in the days of the workspace's time zone",
})
export class WorkspaceAnalytics {
  workspaceId!: string;
  period!: Period;

  @Field(() => String, { description: 'The first day: 2026-11-21' })
  from!: string;

  @Field(() => String, { description: 'The last day' })
  to!: string;
}

@ObjectType({ simpleResolvers: true })
export class TrendOfRecords {
  @Field(() => Float, { description: 'All there are now' })
  total!: number;

  @Field(() => Float, { description: 'Of them, those made in the period' })
  new!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Against the period before, as a part of it: 0.5 is half as many more; null where there was nothing before',
  })
  change?: number | null;
}

@ObjectType({ simpleResolvers: true })
export class FlowOverview {
  @Field(() => Float)
  total!: number;

  @Field(() => Float)
  active!: number;

  @Field(() => Float, { description: 'Runs that began in the period, simulations aside' })
  executions!: number;
}

@ObjectType({ simpleResolvers: true })
export class AgentOverview {
  @Field(() => Float)
  total!: number;

  @Field(() => Float)
  active!: number;

  @Field(() => Float, { description: 'Conversations begun in the period that an assistant has' })
  sessions!: number;
}

@ObjectType({ simpleResolvers: true })
export class AppointmentOverview {
  @Field(() => Float)
  total!: number;

  @Field(() => Float, { description: 'Scheduled, from now on' })
  upcoming!: number;
}

@ObjectType({ simpleResolvers: true })
export class AnalyticsOverview {
  @Field(() => TrendOfRecords)
  contacts!: TrendOfRecords;

  @Field(() => TrendOfRecords)
  conversations!: TrendOfRecords;

  @Field(() => TrendOfRecords)
  messages!: TrendOfRecords;

  @Field(() => FlowOverview)
  flows!: FlowOverview;

  @Field(() => AgentOverview)
  agents!: AgentOverview;

  @Field(() => AppointmentOverview)
  appointments!: AppointmentOverview;
}

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

@ObjectType({ simpleResolvers: true })
export class RunCounts {
  @Field(() => Float)
  total!: number;

  @Field(() => Float)
  completed!: number;

  @Field(() => Float)
  failed!: number;

  @Field(() => Float)
  cancelled!: number;

  @Field(() => Float)
  running!: number;
}

@ObjectType({ simpleResolvers: true })
export class TopFlow {
  @Field(() => ID)
  flowId!: string;

  @Field(() => String, { nullable: true, description: 'Null where neither the flow nor a run of it is left' })
  name?: string | null;

  @Field(() => Float)
  executions!: number;

  @Field(() => Float, { description: 'Completed ones of those that ended, from 0 to 1' })
  successRate!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Of runs that completed or failed; percentiles are right to 1 %' })
export class RunDuration {
  @Field(() => Float)
  averageMs!: number;

  @Field(() => Float)
  p50Ms!: number;

  @Field(() => Float)
  p95Ms!: number;
}

@ObjectType({ simpleResolvers: true })
export class RunDay {
  @Field(() => String)
  date!: string;

  @Field(() => Float)
  total!: number;

  @Field(() => Float)
  completed!: number;

  @Field(() => Float)
  failed!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Of runs that began in the period, simulations aside' })
export class FlowAnalytics {
  @Field(() => RunCounts)
  executions!: RunCounts;

  @Field(() => Float, { description: 'Completed ones of those that ended, from 0 to 1' })
  successRate!: number;

  @Field(() => [TopFlow], { description: 'The ten that ran most' })
  topFlows!: TopFlow[];

  @Field(() => RunDuration)
  duration!: RunDuration;

  @Field(() => [RunDay])
  timeline!: RunDay[];
}

@ObjectType({ simpleResolvers: true })
export class TopAgent {
  @Field(() => ID)
  agentId!: string;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => Float)
  sessions!: number;
}

@ObjectType({ simpleResolvers: true })
export class AgentDay {
  @Field(() => String)
  date!: string;

  @Field(() => Float)
  sessions!: number;

  @Field(() => Float)
  toolCalls!: number;
}

@ObjectType({ simpleResolvers: true })
export class AgentAnalytics {
  @Field(() => Float, { description: 'Conversations begun in the period that an assistant has' })
  sessions!: number;

  @Field(() => Float, { description: 'Runs of flows as tools' })
  toolCalls!: number;

  @Field(() => [TopAgent], { description: 'The ten with most sessions' })
  topAgents!: TopAgent[];

  @Field(() => [AgentDay])
  timeline!: AgentDay[];
}

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
