import { ArgsType, Field } from 'type-graphql';
import { searchText } from '../../../../platform/graphql/list-filters.js';
import { SortKeys } from '../../../../platform/graphql/list-rules.js';
import { ListArgs } from '../../../../platform/graphql/page.js';
import { sortByDescription } from '../content/graph-descriptions.js';

export const versionSortKeys = ['version', 'createdAt'] as const;

@ArgsType()
export class FlowVersionListArgs extends ListArgs {
  @Field(() => String, { nullable: true, description: sortByDescription(versionSortKeys, 'version') })
  @SortKeys(versionSortKeys)
  override sortBy?: string | null;

  @Field(() => String, { nullable: true, description: searchText('`name`, `description`') })
  search?: string | null;
}
