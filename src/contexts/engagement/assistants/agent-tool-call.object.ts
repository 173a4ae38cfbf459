import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime, Json, JsonObject } from '../../../platform/graphql/scalars.js';

@ObjectType({ simpleResolvers: true, description: 'A tool that an assistant used' })
export class AgentToolCall {
  @Field(() => String, { description: "The model's own id of it" })
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => ID, { nullable: true, description: 'Absent for a tool that there is not' })
  flowId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The run; absent where none was started' })
  executionId?: string | null;

  @Field(() => JsonObject, { nullable: true })
  arguments?: Record<string, unknown> | null;

  @Field(() => String, {
    description: 'completed, failed, cancelled, refused, or running where it goes on beyond 25 seconds',
  })
  status!: string;

  @Field(() => Json, { nullable: true, description: 'What the assistant was told' })
  result?: unknown;

  @Field(() => DateTime)
  at!: string;
}
