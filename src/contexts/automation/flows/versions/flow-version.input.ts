import { ArgsType, Field } from 'type-graphql';
import { searchText } from '../../../../platform/graphql/list-filters.js';
import { defineSortKeys, ListArgs, SortBy } from '../../../../platform/graphql/page.js';

export const versionSort = defineSortKeys('FlowVersionSortKey', 'versions', ['version', 'createdAt'], 'version');

@ArgsType()
export class FlowVersionListArgs extends ListArgs {
  @SortBy(versionSort)
  override sortBy?: string | null;

  @Field(() => String, { nullable: true, description: searchText('`name`, `description`') })
  search?: string | null;
}
