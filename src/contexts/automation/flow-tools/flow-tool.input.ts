import { ArgsType, Field, InputType } from 'type-graphql';
import { SortKeys } from '../../../platform/graphql/list-rules.js';
import { ListArgs } from '../../../platform/graphql/page.js';
import { JsonObject } from '../../../platform/graphql/scalars.js';
import { sortByDescription } from '../flows/index.js';

export const toolSortKeys = ['name', 'createdAt', 'updatedAt'] as const;

@ArgsType()
export class FlowToolListArgs extends ListArgs {
  @Field(() => String, { nullable: true, description: sortByDescription(toolSortKeys, 'createdAt') })
  @SortKeys(toolSortKeys)
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
}
