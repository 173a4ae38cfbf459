import { Field, ObjectType } from 'type-graphql';

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

@ObjectType({ simpleResolvers: true, description: 'Whether a flow can be activated and run, and what its rules say' })
export class FlowValidation {
  @Field(() => Boolean)
  valid!: boolean;

  @Field(() => [FlowIssue])
  issues!: FlowIssue[];
}
