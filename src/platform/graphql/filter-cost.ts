/**
 * What the filters of a list cost at most. `indexed`: an index finds the rows. `scan`: each row that the list has without
 * them may be read.
 */
export type FilterCost = 'indexed' | 'scan';
