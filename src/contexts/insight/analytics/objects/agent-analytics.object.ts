import { Field, ID, Int, ObjectType } from 'type-graphql';
import { BigIntCount, Day } from '../../../../platform/graphql/scalars.js';
import { AnalyzedPeriod } from './analyzed-period.object.js';

const sessionsText = 'Number of conversations with an assistant that began.';
const toolCallsText = 'Number of executions of flows as tools of assistants.';

@ObjectType({ simpleResolvers: true, description: 'An assistant with many conversations.' })
export class TopAgent {
  @Field(() => ID)
  agentId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the assistant; null if it was deleted, and without the capability agents:read.',
  })
  name?: string | null;

  @Field(() => BigIntCount, { description: sessionsText })
  sessions!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Activity of assistants on one day.' })
export class AgentDay {
  @Field(() => Day, { description: 'Day in the time zone of the workspace, for example 2026-11-21.' })
  date!: string;

  @Field(() => Int, { description: sessionsText })
  sessions!: number;

  @Field(() => Int, { description: toolCallsText })
  toolCalls!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Activity of assistants in the period.' })
export class AgentAnalytics extends AnalyzedPeriod {
  @Field(() => BigIntCount, { description: sessionsText })
  sessions!: number;

  @Field(() => BigIntCount, { description: toolCallsText })
  toolCalls!: number;

  @Field(() => [TopAgent], { description: 'The ten assistants with the most conversations.' })
  topAgents!: TopAgent[];

  @Field(() => [AgentDay], { description: 'Every day of the period.' })
  timeline!: AgentDay[];
}
