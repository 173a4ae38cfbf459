import type { FilterCost } from '../graphql/filter-cost.js';
import {
  branchesOf,
  type Comparisons,
  comparisonsOf,
  conditionsSent,
  type FilterIndex,
  type ListFilter,
  type SentCondition,
  type SentFilter,
} from './list-filter.js';

/** What a list is narrowed by. */
export interface Narrowing {
  filter?: unknown;
  ids?: unknown;
  /** The conditions of the list's own parameters, by field. */
  short?: Readonly<Record<string, Comparisons>>;
  /** Whether a text is searched for: by an index, or in each row. */
  search?: FilterCost | null;
  /** The field that the rows are sorted by. */
  sortBy: string;
}

/**
 * What the filters of a list cost at most, by the indexes of its fields: Postgres uses one if the values that were sent are rare.
 * @returns null for a list without filters
 */
export function filterCost(
  list: ListFilter,
  { filter, ids, short = {}, search, sortBy }: Narrowing,
): FilterCost | null {
  const sent = (filter ?? {}) as SentFilter;
  const isFound = (one: SentCondition) => usesIndex(list, one, sortBy);
  const branches = branchesOf(sent);
  const ofIds: SentCondition[] = ids ? [{ name: 'id', comparison: 'in', value: ids }] : [];
  const ofShort = Object.entries(short).flatMap(([name, values]) =>
    comparisonsOf(values).map(([comparison, value]): SentCondition => ({ name, comparison, value })),
  );
  const all = [...conditionsSent(sent), ...ofIds, ...ofShort];
  if (all.length === 0 && !branches && !search) return null;
  // Of `or`, each branch needs an index; of conditions that must all hold, one is enough.
  const isIndexed =
    search === 'indexed' ||
    all.some(isFound) ||
    branches?.every((branch) => conditionsSent(branch).some(isFound)) === true;
  return isIndexed ? 'indexed' : 'scan';
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
      return hasValues(index) && hasValues(fields[sortBy]?.index);
  }
}

function hasAll(index: FilterIndex, values: readonly unknown[]): boolean {
  return typeof index === 'string' || values.every((value) => index.values.includes(value));
}

const hasValues = (index: FilterIndex | undefined): boolean => index === 'any' || index === 'present';
