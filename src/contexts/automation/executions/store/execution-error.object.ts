import { Field, ObjectType } from 'type-graphql';

@ObjectType({ simpleResolvers: true, description: 'Why a step or an execution failed' })
export class ExecutionError {
  @Field(() => String, { description: 'A stable code, for example `STEP_TIMEOUT`; see the list of error codes' })
  code!: string;

  @Field(() => String)
  message!: string;

  @Field(() => String, { nullable: true })
  nodeId?: string | null;
}
