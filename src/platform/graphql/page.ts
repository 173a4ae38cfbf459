// Required by the decorators below, whatever was loaded before.
import 'reflect-metadata';
import { IsOptional, Max, Min } from 'class-validator';
import { ArgsType, type ClassType, Field, Int, ObjectType } from 'type-graphql';
import { couldBeCursor } from '../database/page-cursor.js';
import { type ErrorDetail, validationFailed } from '../errors/errors.js';
import { must } from '../errors/violation-words.js';
import { defineEnum, type EnumOf, SortOrder, sortKeySentences } from './enums.js';
import { businessRule } from './text-rules.js';
import { textViolations } from './text-violations.js';

@ObjectType({ description: 'The position of a page in its list.' })
export class Pagination {
  @Field(() => Int, { nullable: true, description: 'The page number, from 1. Null for a page after a `cursor`.' })
  page!: number | null;

  @Field(() => Int, { description: 'The number of items per page.' })
  limit!: number;

  @Field(() => Int, {
    description: 'The number of items on all pages. After a `cursor`: as it was counted for the first page.',
  })
  total!: number;

  @Field(() => Int, { description: 'The number of pages.' })
  totalPages!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'The `cursor` of the next page, which begins behind the last item of this one, whatever was added meanwhile. Null at the end of the list.',
  })
  nextCursor!: string | null;
}

/** How many items a list returns by default and at most. */
export const listLimits = { usual: 20, most: 100 };

/** Which page of a list. */
@ArgsType()
export class PageArgs {
  @Field(() => Int, { nullable: true, description: 'The page number, from 1. Defaults to 1.' })
  @IsOptional()
  @Min(1)
  @Max(1_000_000_000)
  page?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The `pagination.nextCursor` of the previous page; the list continues behind it, and `page` is ignored. Requires the same sort order and filters.',
  })
  @IsOptional()
  @businessRule('CURSOR_INVALID', (value) => couldBeCursor(String(value)), `$property ${must.beCursor}`)
  cursor?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The number of items per page. Defaults to 20, at most 100; higher values count as 100.',
  })
  @IsOptional()
  @Min(1)
  limit?: number | null;
}

/** The arguments of a list that can be sorted. */
@ArgsType()
export class ListArgs extends PageArgs {
  /** Each list publishes it with its own keys, see `SortBy`. */
  sortBy?: string | null;

  /** Each list publishes both with its own fields, see `FilterArgs`. */
  filter?: Readonly<Record<string, unknown>> | null;
  ids?: readonly string[] | null;

  @Field(() => SortOrder, { nullable: true, description: 'The direction of the sorting. Defaults to `desc`.' })
  sortOrder?: string | null;
}

/** The fields that a list can be sorted by, as a GraphQL enum. */
export interface SortKeys<Key extends string> {
  keys: readonly Key[];
  byDefault: Key;
  type: EnumOf<Key>;
}

/** Declares the fields that a list can be sorted by. @param what the items in words: `flows` */
export function defineSortKeys<const Key extends string>(
  name: string,
  what: string,
  keys: readonly Key[],
  byDefault: NoInfer<Key>,
): SortKeys<Key> {
  return {
    keys,
    byDefault,
    type: defineEnum(name, `What a list of ${what} can be sorted by.`, sortKeySentences(keys)),
  };
}

/** The argument `sortBy` of a list. */
export function SortBy({ type, byDefault }: SortKeys<string>): PropertyDecorator {
  const description = `The field to sort by. Defaults to \`${byDefault}\`.`;
  return Field(() => type, { nullable: true, description }) as PropertyDecorator;
}

export interface PageOf<T> {
  items: T[];
  pagination: Pagination;
}

/** The GraphQL type of a page: `@ObjectType() class FlowPage extends Page(Flow) {}`. */
export function Page<T extends object>(item: ClassType<T>) {
  @ObjectType()
  class PageType implements PageOf<T> {
    @Field(() => [item], { description: 'The items of this page.' })
    items!: T[];

    @Field(() => Pagination, { description: 'The position of this page in the list.' })
    pagination!: Pagination;
  }
  return PageType;
}

/** The validated window of a list, as SQL and the answer need it. */
export interface PageWindow<SortKey extends string> {
  page: number;
  limit: number;
  offset: number;
  sortBy: SortKey;
  descending: boolean;
  /** The text that says behind which row the page begins, not verified; null if the page is found by its number. */
  cursor: string | null;
  /** The sort order and the filters that were sent, which belong to the identity of the list. */
  filters: Readonly<Record<string, unknown>>;
}

/**
 * Reads the arguments of a list. All violations are reported together.
 * @param filterViolations those of the list's own filters
 * @throws AppError VALIDATION_FAILED
 */
export function pageWindow<SortKey extends string>(
  args: ListArgs,
  { byDefault }: Pick<SortKeys<SortKey>, 'byDefault'>,
  filterViolations: readonly ErrorDetail[] = [],
): PageWindow<SortKey> {
  const { page, limit, sortBy, sortOrder } = {
    page: args.page ?? 1,
    limit: args.limit ?? listLimits.usual,
    sortBy: args.sortBy ?? byDefault,
    sortOrder: args.sortOrder ?? 'desc',
  };
  const cursor = args.cursor ?? null;
  const ofTexts = textViolations(args).filter(({ field }) => !filterViolations.some((known) => known.field === field));
  const violations = [...filterViolations, ...ofTexts];
  if (violations.length > 0) throw validationFailed(violations);
  const size = Math.min(limit, listLimits.most);
  return {
    page,
    limit: size,
    offset: cursor === null ? (page - 1) * size : 0,
    cursor,
    sortBy: sortBy as SortKey,
    descending: sortOrder === 'desc',
    filters: filtersOf(args, sortBy, sortOrder),
  };
}

/** Arguments that are absent, null or empty filter nothing. */
function filtersOf(args: ListArgs, sortBy: string, sortOrder: string): PageWindow<string>['filters'] {
  const { page, limit, cursor, ...filters } = args;
  const sent = Object.entries({ ...filters, sortBy, sortOrder }).filter(([, value]) => (value ?? '') !== '');
  return Object.fromEntries(sent.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The position of a page in its list. @param nextCursor null at the end */
export function toPagination(
  { page, limit, cursor }: PageWindow<string>,
  total: number,
  nextCursor: string | null,
): Pagination {
  return { page: cursor === null ? page : null, limit, total, totalPages: Math.ceil(total / limit), nextCursor };
}
