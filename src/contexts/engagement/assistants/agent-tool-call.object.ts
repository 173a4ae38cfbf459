import { Field, ID, ObjectType } from 'type-graphql';
import { defineEnum } from '../../../platform/graphql/enums.js';
import { DateTime, Json, JsonObject } from '../../../platform/graphql/scalars.js';

const ToolCallStatus = defineEnum('AgentToolCallStatus', 'What happened to a tool call of an assistant.', {
  running: 'The execution takes more than 25 seconds.',
  completed: 'The execution completed.',
  failed: 'The execution failed.',
  cancelled: 'The execution was cancelled.',
  refused: 'No execution was started.',
});

@ObjectType({ simpleResolvers: true, description: 'A tool call of an assistant.' })
export class AgentToolCall {
  @Field(() => String, {
    name: 'key',
    simple: false,
    description: "The model's ID of the call, unique in its session.",
  })
  id!: string;

  @Field(() => String, { description: 'The name of the tool.' })
  name!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The flow of the tool; null if the assistant has no tool with this name.',
  })
  flowId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The execution of the flow; null if none was started.' })
  executionId?: string | null;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'The arguments from the model, with the keys that the tool has; null if they are not a JSON object.',
  })
  arguments?: Record<string, unknown> | null;

  @Field(() => ToolCallStatus, {
    description: 'What happened to the call.',
  })
  status!: string;

  @Field(() => Json, {
    nullable: true,
    description: 'The output or error that was returned to the assistant: any value.',
  })
  result?: unknown;

  @Field(() => DateTime, { description: 'When the tool was called.' })
  at!: string;
}
