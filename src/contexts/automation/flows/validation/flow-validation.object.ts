import { Field, Float, ID, ObjectType } from 'type-graphql';
import type { Graph } from '../../../../engine/graph.js';
import { Decimal } from '../../../../platform/graphql/scalars.js';
import { MeterNames } from '../../../../platform/metering/meter-enums.js';
import { IssueSeverity } from '../content/flow-enums.js';

@ObjectType({ simpleResolvers: true, description: 'A validation rule that a flow breaks.' })
export class FlowIssue {
  @Field(() => String, { description: 'The code of the rule, for example `TRIGGER_MISSING`.' })
  ruleId!: string;

  @Field(() => IssueSeverity, {
    description: 'Only errors prevent the flow from being activated and run.',
  })
  severity!: string;

  @Field(() => String, { description: 'What is wrong and what is accepted.' })
  message!: string;

  @Field(() => String, { nullable: true, description: 'The node that breaks the rule.' })
  nodeId?: string | null;

  @Field(() => String, { nullable: true, description: 'The edge that breaks the rule.' })
  edgeId?: string | null;

  @Field(() => String, { nullable: true, description: 'The field that breaks the rule, for example `url`.' })
  field?: string | null;
}

@ObjectType({
  simpleResolvers: true,
  description: 'What one step of a node costs with the credentials of the server.',
})
export class PredictedStepCost {
  @Field(() => ID)
  nodeId!: string;

  @Field(() => MeterNames, { description: 'The billable operation.' })
  eventType!: string;

  @Field(() => String, { description: 'What is counted, for example `segment`.' })
  unit!: string;

  @Field(() => Decimal, { description: 'Credits for one unit, as a decimal.' })
  creditsPerUnit!: string;

  @Field(() => Float, { description: 'Units that a step uses; 1 if the number depends on the execution.' })
  quantity!: number;
}

@ObjectType({
  simpleResolvers: true,
  description: "What an execution is expected to cost. Operations with the workspace's own credentials cost nothing.",
})
export class PredictedRunCost {
  @Field(() => Decimal, { description: 'Credits of all billable nodes, each run once, as a decimal.' })
  credits!: string;

  @Field(() => [PredictedStepCost], { description: 'The cost of each billable node.' })
  steps!: PredictedStepCost[];
}

@ObjectType({
  simpleResolvers: true,
  description: 'The result of a validation: whether a flow can be activated and run.',
})
export class FlowValidation {
  @Field(() => Boolean, { description: 'True if no issue has the severity `error`.' })
  valid!: boolean;

  @Field(() => [FlowIssue], { description: 'The validation rules that the flow breaks.' })
  issues!: FlowIssue[];

  /** Input of the cost prediction. */
  workspaceId!: string;
  nodes!: Graph['nodes'];
}
