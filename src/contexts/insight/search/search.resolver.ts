import { Arg, FieldResolver, Int, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Workspace } from '../../accounts/workspaces/index.js';
import { type SearchResult, SearchResultType } from './search-hit.object.js';
import { searchWorkspace } from './search-workspace.js';

@Resolver(() => Workspace)
export class WorkspaceSearchResolver {
  @FieldResolver(() => SearchResultType, {
    description: 'Looks through records of all types, or of some. Types that the caller may not read come back empty',
  })
  @Allow({})
  search(
    @CurrentScope() scope: Scope,
    @Arg('q', () => String, { description: '1 to 120 characters' }) q: string,
    @Arg('types', () => [String], { nullable: true, description: 'All when left out' }) types: string[] | null,
    @Arg('limit', () => Int, { nullable: true, description: 'Hits a type: 10 when left out, at most 25' })
    limit: number | null,
  ): Promise<SearchResult> {
    return searchWorkspace(scope, { q, types, limit });
  }
}
