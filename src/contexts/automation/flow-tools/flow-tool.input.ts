import { ArgsType, Field, InputType } from 'type-graphql';
import { ListArgs } from '../../../platform/graphql/page.js';
import { JsonObject } from '../../../platform/graphql/scalars.js';

@ArgsType()
export class FlowToolListArgs extends ListArgs {
  @Field(() => String, { nullable: true, description: 'In the name or the description of the tool' })
  search?: string | null;
}

@InputType()
export class CallFlowToolInput {
  @Field(() => JsonObject, { nullable: true, description: "By the tool's parameters; becomes `triggerData`" })
  arguments?: Record<string, unknown> | null;
}
