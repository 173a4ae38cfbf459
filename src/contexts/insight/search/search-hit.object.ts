import 'reflect-metadata';
import { type ClassType, Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from '../../../platform/graphql/scalars.js';

@ObjectType({ simpleResolvers: true, description: 'A record that matches a search.' })
export class SearchHit {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'Type of the record, for example `contacts`.' })
  type!: string;

  @Field(() => String)
  title!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Further text to recognise the record by, for example an email.',
  })
  subtitle?: string | null;

  @Field(() => DateTime)
  updatedAt!: Date;
}

/** Hits by type. */
export type SearchResult = Partial<Record<string, SearchHit[]>>;

/** Creates the GraphQL type of search results, with a field for each type. */
export function searchResultType(types: readonly string[]): ClassType<object> {
  class Result {}
  for (const type of types) {
    Field(() => [SearchHit], {
      nullable: true,
      description: `Hits of the type ${type}; null if it was not requested.`,
    })(Result.prototype, type);
  }
  ObjectType('SearchResult', { simpleResolvers: true, description: 'Hits by type, best first.' })(Result);
  return Result;
}
