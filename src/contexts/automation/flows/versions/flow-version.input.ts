import { ArgsType, Field } from 'type-graphql';
import { FilterArgs } from '../../../../platform/filters/filter-class.js';
import { searchText } from '../../../../platform/graphql/list-filters.js';
import { defineSortKeys, ListArgs, SortBy } from '../../../../platform/graphql/page.js';
import { versionFilter } from './flow-version.filter.js';

export const versionSort = defineSortKeys('FlowVersionSortKey', 'versions', ['version', 'createdAt'], 'version');

@FilterArgs(versionFilter)
@ArgsType()
export class FlowVersionListArgs extends ListArgs {
  @SortBy(versionSort)
  override sortBy?: string | null;

  @Field(() => String, { nullable: true, description: searchText('`name`, `description`') })
  search?: string | null;
}
