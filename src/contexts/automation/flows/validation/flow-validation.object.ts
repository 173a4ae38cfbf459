import { Field, Float, ID, ObjectType } from 'type-graphql';
import type { Graph } from '../../../../engine/graph.js';

@ObjectType({ simpleResolvers: true, description: 'One rule that a flow breaks' })
export class FlowIssue {
  @Field(() => String)
  ruleId!: string;

  @Field(() => String, { description: 'error, warning or info; only errors stand in the way' })
  severity!: string;

  @Field(() => String)
  message!: string;

  @Field(() => String, { nullable: true })
  nodeId?: string | null;

  @Field(() => String, { nullable: true })
  edgeId?: string | null;

  @Field(() => String, { nullable: true })
  field?: string | null;
}

@ObjectType({
  simpleResolvers: true,
  description: 'What each visit of a node costs, with the credentials of the server',
})
export class PredictedStepCost {
  @Field(() => ID)
  nodeId!: string;

  @Field(() => String)
  eventType!: string;

  @Field(() => String)
  unit!: string;

  @Field(() => String)
  creditsPerUnit!: string;

  @Field(() => Float, { description: 'Units that a visit takes; 1 where only the run can tell' })
  quantity!: number;
}

@ObjectType({
  simpleResolvers: true,
  description: "What a run would cost; the workspace's own credentials cost nothing",
})
export class PredictedRunCost {
  @Field(() => String, { description: 'Of all paid nodes together, each visited once' })
  credits!: string;

  @Field(() => [PredictedStepCost])
  steps!: PredictedStepCost[];
}

@ObjectType({ simpleResolvers: true, description: 'Whether a flow can be activated and run, and what its rules say' })
export class FlowValidation {
  @Field(() => Boolean)
  valid!: boolean;

  @Field(() => [FlowIssue])
  issues!: FlowIssue[];

  /** What the prediction is made of. */
  workspaceId!: string;
  nodes!: Graph['nodes'];
}
