import { IsOptional, Min } from 'class-validator';
import { ArgsType, type ClassType, Field, Int } from 'type-graphql';
import { Length } from '../../../platform/graphql/text-rules.js';
import type { SearchRequest } from './search-workspace.js';

/** The arguments of a search. @param SearchType the enum of the types of records */
export function searchArgs(SearchType: object): ClassType<SearchRequest> {
  @ArgsType()
  class SearchArgs implements SearchRequest {
    @Field(() => String, { description: 'Query, 1 to 120 characters.' })
    @Length(1, 120)
    q!: string;

    @Field(() => [SearchType], { nullable: true, description: 'Types to search. Defaults to all.' })
    types?: string[] | null;

    @Field(() => Int, { nullable: true, description: 'Hits of each type. Defaults to 10, at most 25.' })
    @IsOptional()
    @Min(1)
    limit?: number | null;
  }
  return SearchArgs;
}
