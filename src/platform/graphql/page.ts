// Required by the decorators below, whatever was loaded before.
import 'reflect-metadata';
import { ArgsType, type ClassType, Field, Int, ObjectType } from 'type-graphql';
import { type ErrorDetail, validationFailed } from '../errors/errors.js';
import { must } from '../errors/violation-words.js';
import { textViolations } from './text-violations.js';

@ObjectType({ description: 'The position of a page in its list.' })
export class Pagination {
  @Field(() => Int, { description: 'The page number, from 1.' })
  page!: number;

  @Field(() => Int, { description: 'The number of items per page.' })
  limit!: number;

  @Field(() => Int, { description: 'The number of items on all pages.' })
  total!: number;

  @Field(() => Int, { description: 'The number of pages.' })
  totalPages!: number;
}

/** The arguments of every list. */
@ArgsType()
export class ListArgs {
  @Field(() => Int, { nullable: true, description: 'The page number, from 1. Defaults to 1.' })
  page?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The number of items per page. Defaults to 20, at most 100; higher values count as 100.',
  })
  limit?: number | null;

  @Field(() => String, { nullable: true, description: 'The field to sort by.' })
  sortBy?: string | null;

  @Field(() => String, { nullable: true, description: '`asc` or `desc`. Defaults to `desc`.' })
  sortOrder?: string | null;
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
}

/**
 * Reads the arguments of a list. All violations are reported together.
 * @param filterViolations those of the list's own filters
 * @throws AppError VALIDATION_FAILED
 */
export function pageWindow<SortKey extends string>(
  args: ListArgs,
  sortKeys: readonly SortKey[],
  defaultSort: SortKey,
  filterViolations: readonly ErrorDetail[] = [],
): PageWindow<SortKey> {
  const { page, limit, sortBy, sortOrder } = {
    page: args.page ?? 1,
    limit: args.limit ?? 20,
    sortBy: args.sortBy ?? defaultSort,
    sortOrder: args.sortOrder ?? 'desc',
  };
  const violations = [
    page < 1 && { field: 'page', message: `page ${must.beAtLeast(1)}` },
    page > 1_000_000_000 && { field: 'page', message: `page ${must.beAtMost(1_000_000_000)}` },
    limit < 1 && { field: 'limit', message: `limit ${must.beAtLeast(1)}` },
    !sortKeys.includes(sortBy as SortKey) && { field: 'sortBy', message: `sortBy ${must.beOneOf(sortKeys)}` },
    !['asc', 'desc'].includes(sortOrder) && {
      field: 'sortOrder',
      message: `sortOrder ${must.beOneOf(['asc', 'desc'])}`,
    },
    ...filterViolations,
  ].filter((violation) => violation !== false);
  violations.push(
    ...textViolations(args).filter(({ field }) => !violations.some((violation) => violation.field === field)),
  );
  if (violations.length > 0) throw validationFailed(violations);
  const size = Math.min(limit, 100);
  return { page, limit: size, offset: (page - 1) * size, sortBy: sortBy as SortKey, descending: sortOrder === 'desc' };
}

/** A page of `items` out of `total`. */
export function toPage<T>(items: T[], total: number, { page, limit }: PageWindow<string>): PageOf<T> {
  return { items, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } };
}
