import 'reflect-metadata';
import { type ClassType, Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from '../../../platform/graphql/scalars.js';

@ObjectType({ simpleResolvers: true, description: 'A record that fits a search' })
export class SearchHit {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'contacts, flows and so on' })
  type!: string;

  @Field(() => String)
  title!: string;

  @Field(() => String, { nullable: true })
  subtitle?: string | null;

  @Field(() => DateTime)
  updatedAt!: Date;
}

/** Hits by type; see below. */
export type SearchResult = Partial<Record<string, SearchHit[]>>;

/** GraphQL's type of a search's answer, with a field for each type. */
export function searchResultType(types: readonly string[]): ClassType<object> {
  class Result {}
  for (const type of types) {
    Field(() => [SearchHit], { nullable: true, description: 'Null where not asked for' })(Result.prototype, type);
  }
  ObjectType('SearchResult', { simpleResolvers: true, description: 'Hits by type, the best first' })(Result);
  return Result;
}
