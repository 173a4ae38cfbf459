import { Field, ID, ObjectType } from 'type-graphql';
import { Page } from '../../../platform/graphql/page.js';
import { JsonObject } from '../../../platform/graphql/scalars.js';

/** An active flow whose trigger is `ai_tool`, as an assistant sees it. */
@ObjectType({ simpleResolvers: true, description: 'A flow that assistants can call' })
export class FlowTool {
  @Field(() => ID)
  flowId!: string;

  @Field(() => String, { description: "The trigger's toolName" })
  name!: string;

  @Field(() => String, { description: 'What it does and when to call it, written for the assistant' })
  description!: string;

  @Field(() => JsonObject, { description: 'JSON Schema of the arguments' })
  parameters!: Record<string, unknown>;
}

@ObjectType()
export class FlowToolPage extends Page(FlowTool) {}
