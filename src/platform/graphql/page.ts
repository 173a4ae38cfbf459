// The decorators below need it, whatever was loaded before.
import 'reflect-metadata';
import { ArgsType, type ClassType, Field, Int, ObjectType } from 'type-graphql';
import { type ErrorDetail, validationFailed } from '../errors.js';
import { textViolations } from './text-violations.js';

@ObjectType({ description: 'Where a page stands in its list' })
export class Pagination {
  @Field(() => Int)
  page!: number;

  @Field(() => Int)
  limit!: number;

  @Field(() => Int, { description: 'Items that fit the filters, on all pages' })
  total!: number;

  @Field(() => Int)
  totalPages!: number;
}

/** The arguments that every list takes. */
@ArgsType()
export class ListArgs {
  @Field(() => Int, { nullable: true, description: 'From 1' })
  page?: number | null;

  @Field(() => Int, { nullable: true, description: 'Items a page; 20 when left out, more than 100 counts as 100' })
  limit?: number | null;

  @Field(() => String, { nullable: true })
  sortBy?: string | null;

  @Field(() => String, { nullable: true, description: 'asc or desc' })
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
    @Field(() => [item])
    items!: T[];

    @Field(() => Pagination)
    pagination!: Pagination;
  }
  return PageType;
}

/** A list's window, checked: what SQL needs and what the answer says. */
export interface PageWindow<SortKey extends string> {
  page: number;
  limit: number;
  offset: number;
  sortBy: SortKey;
  descending: boolean;
}

/**
 * Reads a list's arguments. Every fault is listed, each with what is allowed.
 * @param filterFaults what is wrong with the list's own filters, to be told together
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
    page < 1 && { field: 'page', message: 'page starts at 1.' },
    page > 1_000_000_000 && { field: 'page', message: 'page is too large: at most 1000000000.' },
    limit < 1 && { field: 'limit', message: 'limit is at least 1; more than 100 counts as 100.' },
    !sortKeys.includes(sortBy as SortKey) && { field: 'sortBy', message: `sortBy is one of: ${sortKeys.join(', ')}.` },
    !['asc', 'desc'].includes(sortOrder) && { field: 'sortOrder', message: 'sortOrder is asc or desc.' },
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
