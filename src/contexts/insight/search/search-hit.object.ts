import 'reflect-metadata';
import { type ClassType, Field, ID, ObjectType } from 'type-graphql';
import { capitalized, wordsOfName } from '../../../platform/errors/words.js';
import { defineEnum } from '../../../platform/graphql/enums.js';
import { DateTime } from '../../../platform/graphql/scalars.js';

@ObjectType({ simpleResolvers: true, description: 'A record that matches a search.' })
export class SearchHit {
  @Field(() => ID, { name: 'recordId', simple: false, description: 'ID of the record.' })
  id!: string;

  /** Published with its enum by `searchTypes`. */
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

/** Creates the GraphQL types of the search: the enum of the types, and the results with a field for each type. */
export function searchTypes(types: readonly string[]): { SearchType: object; Result: ClassType<object> } {
  const SearchType = defineEnum(
    'SearchType',
    'A type of records that the search finds.',
    Object.fromEntries(types.map((type) => [type, `${capitalized(wordsOfName(type))}.`])),
  );
  Field(() => SearchType, { description: 'Type of the record.' })(SearchHit.prototype, 'type');
  class Result {}
  for (const type of types) {
    Field(() => [SearchHit], {
      nullable: true,
      description: `Hits of the type ${type}; null if it was not requested.`,
    })(Result.prototype, type);
  }
  ObjectType('SearchResult', { simpleResolvers: true, description: 'Hits by type, best first.' })(Result);
  return { SearchType, Result };
}
