import type { FilterCost } from '../graphql/filter-cost.js';
import type { PageWindow } from '../graphql/page.js';
import {
  branchesOf,
  conditionsSent,
  type FilteredField,
  type FilterIndex,
  type ListFilter,
  type SentCondition,
  type SentFilter,
} from './list-filter.js';

/** What a list does beside comparing its fields. */
export interface ListSearch {
  /** How rows are found by `search`. Defaults to an index. */
  search?: FilterCost;
  /** The field that `from` and `to` are about. Defaults to `createdAt`. */
  period?: string;
}

/**
 * What the filters of a list cost at most, by the indexes of its fields: Postgres uses one if the values that were sent are rare.
 * @param window with the arguments that were sent; of its own parameters those with the name of a field count
 * @returns null for a list without filters
 */
export function filterCost(
  list: ListFilter,
  { filters, sortBy }: Pick<PageWindow<string>, 'filters' | 'sortBy'>,
  { search = 'indexed', period = 'createdAt' }: ListSearch = {},
): FilterCost | null {
  const sent = (filters.filter ?? {}) as SentFilter;
  const branches = branchesOf(sent);
  const conditions = [...conditionsSent(sent), ...shortForms(list, filters, period)];
  if (conditions.length === 0 && !branches && !filters.search) return null;
  const isFound = (one: SentCondition) => usesIndex(list, one, sortBy);
  // Of `or`, each branch needs an index; of conditions that must all hold, one is enough.
  const isIndexed =
    (filters.search && search === 'indexed') ||
    conditions.some(isFound) ||
    branches?.every((branch) => conditionsSent(branch).some(isFound));
  return isIndexed ? 'indexed' : 'scan';
}

/** The conditions of a list's own parameters: `status=lead`, `folderId=none`, `tag=vip`, `ids`, `from` and `to`. */
function shortForms({ fields }: ListFilter, filters: Readonly<Record<string, unknown>>, period: string) {
  const ofField = (name: string, value: unknown): SentCondition =>
    value === 'none' && fields[name]?.sqlType === 'uuid'
      ? { name, comparison: 'isNull', value: true }
      : { name, comparison: 'eq', value };
  const known: Readonly<Record<string, (value: unknown) => SentCondition>> = {
    ids: (value) => ({ name: 'id', comparison: 'in', value }),
    from: (value) => ({ name: period, comparison: 'gte', value }),
    to: (value) => ({ name: period, comparison: 'lte', value }),
  };
  return Object.entries(filters).flatMap(([name, value]): SentCondition[] => {
    const condition = known[name];
    if (condition) return [condition(value)];
    return [name, `${name}s`].filter((one) => one in fields).map((one) => ofField(one, value));
  });
}

function usesIndex({ fields }: ListFilter, { name, key, comparison, value }: SentCondition, sortBy: string): boolean {
  const index = key === undefined ? fields[name]?.index : undefined;
  if (index === undefined) return false;
  switch (comparison) {
    case 'eq':
    case 'in':
      return hasAll(index, comparison === 'eq' ? [value] : (value as unknown[]));
    case 'isNull':
      return value === true && index === 'any';
    case 'ne':
      return false;
    default:
      // A range may have every row, which are then sorted, unless an index has them in the order.
      return isOrdered(fields[name]) && isOrdered(fields[sortBy]);
  }
}

function hasAll(index: FilterIndex, values: readonly unknown[]): boolean {
  return typeof index === 'string' || values.every((value) => index.values.includes(value));
}

const isOrdered = (field: FilteredField | undefined): boolean => typeof field?.index === 'string';
