import { Field, ID, ObjectType } from 'type-graphql';
import { Page } from '../../../platform/graphql/page.js';
import { JsonObject } from '../../../platform/graphql/scalars.js';

@ObjectType({
  simpleResolvers: true,
  description:
    'An active flow with the trigger `ai_tool`, which assistants can call as a tool. A flow with several such triggers is several tools.',
})
export class FlowTool {
  @Field(() => ID, { description: 'The flow that is called.' })
  flowId!: string;

  @Field(() => String, { description: 'The trigger by which it is called.' })
  nodeId!: string;

  @Field(() => String, { description: 'The name by which assistants call the tool: `toolName` of the trigger.' })
  name!: string;

  @Field(() => String, { description: 'What the tool does and when to call it, written for the assistant.' })
  description!: string;

  @Field(() => JsonObject, { description: 'JSON Schema (2020-12) of the arguments.' })
  parameters!: Record<string, unknown>;
}

@ObjectType({ description: 'A page of flow tools.' })
export class FlowToolPage extends Page(FlowTool) {}
