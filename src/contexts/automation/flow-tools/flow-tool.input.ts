import { ArgsType, Field, InputType } from 'type-graphql';
import { FilterArgs } from '../../../platform/filters/filter-class.js';
import { defineSortKeys, ListArgs, SortBy } from '../../../platform/graphql/page.js';
import { JsonObject } from '../../../platform/graphql/scalars.js';
import { toolFilter } from './flow-tool.filter.js';

export const toolSort = defineSortKeys('FlowToolSortKey', 'tools', ['name', 'createdAt', 'updatedAt'], 'createdAt');

@FilterArgs(toolFilter)
@ArgsType()
export class FlowToolListArgs extends ListArgs {
  @SortBy(toolSort)
  override sortBy?: string | null;

  @Field(() => String, { nullable: true, description: 'Text to find in the name and description of the tool.' })
  search?: string | null;
}

@InputType({ description: 'A call of a tool.' })
export class CallFlowToolInput {
  @Field(() => JsonObject, {
    nullable: true,
    description:
      'The arguments, which must match `parameters` of the tool; they become the trigger data. Defaults to no arguments.',
  })
  arguments?: Record<string, unknown> | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The trigger by which the flow is called, for a flow that is several tools. Defaults to its first tool.',
  })
  nodeId?: string | null;
}
