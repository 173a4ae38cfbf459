import { Field, Float, ID, ObjectType } from 'type-graphql';

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
