import { IsIn, IsOptional, Min } from 'class-validator';
import { ArgsType, type ClassType, Field, Int } from 'type-graphql';
import { must } from '../../../platform/errors/violation-words.js';
import { Length } from '../../../platform/graphql/text-rules.js';
import type { SearchRequest } from './search-workspace.js';

/** The arguments of a search over these types of records. */
export function searchArgs(types: readonly string[]): ClassType<SearchRequest> {
  @ArgsType()
  class SearchArgs implements SearchRequest {
    @Field(() => String, { description: 'Query, 1 to 120 characters.' })
    @Length(1, 120)
    q!: string;

    @Field(() => [String], { nullable: true, description: 'Types to search. Defaults to all.' })
    @IsOptional()
    @IsIn(types, { each: true, message: `each of $property ${must.beOneOf(types)}` })
    types?: string[] | null;

    @Field(() => Int, { nullable: true, description: 'Hits of each type. Defaults to 10, at most 25.' })
    @IsOptional()
    @Min(1)
    limit?: number | null;
  }
  return SearchArgs;
}
