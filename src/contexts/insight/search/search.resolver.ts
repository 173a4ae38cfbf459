import { Args, type ClassType, FieldResolver, Resolver } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Workspace } from '../../accounts/workspaces/index.js';
import { searchArgs } from './search.input.js';
import { type SearchResult, searchTypes } from './search-hit.object.js';
import { type HitSources, type SearchRequest, searchWorkspace } from './search-workspace.js';

/** Creates the resolver of the search over these sources. */
export function searchResolver(sources: HitSources): ClassType<object> {
  const { SearchType, Result } = searchTypes([...sources.keys()]);
  const Arguments = searchArgs(SearchType);
  @Resolver(() => Workspace)
  class WorkspaceSearchResolver {
    @FieldResolver(() => Result, {
      description: 'Search records of all types, or of some. Types that the caller cannot read are empty.',
    })
    @Allow({})
    search(@CurrentScope() scope: Scope, @Args(() => Arguments) args: SearchRequest): Promise<SearchResult> {
      return searchWorkspace(scope, sources, args);
    }
  }
  return WorkspaceSearchResolver;
}
