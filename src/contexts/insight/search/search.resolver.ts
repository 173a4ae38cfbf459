import { Arg, type ClassType, FieldResolver, Int, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Workspace } from '../../accounts/workspaces/index.js';
import { type SearchResult, searchResultType } from './search-hit.object.js';
import { type HitSources, searchWorkspace } from './search-workspace.js';

/** Creates the resolver of the search over these sources. */
export function searchResolver(sources: HitSources): ClassType<object> {
  const Result = searchResultType([...sources.keys()]);
  @Resolver(() => Workspace)
  class WorkspaceSearchResolver {
    @FieldResolver(() => Result, {
      description: 'Search records of all types, or of some. Types that the caller cannot read are empty.',
    })
    @Allow({})
    search(
      @CurrentScope() scope: Scope,
      @Arg('q', () => String, { description: 'Query, 1 to 120 characters.' }) q: string,
      @Arg('types', () => [String], { nullable: true, description: 'Types to search. Defaults to all.' }) types:
        | string[]
        | null,
      @Arg('limit', () => Int, { nullable: true, description: 'Hits of each type. Defaults to 10, at most 25.' })
      limit: number | null,
    ): Promise<SearchResult> {
      return searchWorkspace(scope, sources, { q, types, limit });
    }
  }
  return WorkspaceSearchResolver;
}
