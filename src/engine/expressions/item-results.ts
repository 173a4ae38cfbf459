/** The results of a node that ran for each item of a list: a list with `errors`, the items that failed. */
class ItemResults extends Array<unknown> {
  /** Lists that are made from it have no errors. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  #errors: readonly unknown[] = [];

  static with(results: readonly unknown[], errors: readonly unknown[]): ItemResults {
    const made = new ItemResults();
    for (const result of results) made.push(result);
    made.#errors = errors;
    return made;
  }

  get failed(): readonly unknown[] {
    return this.#errors;
  }
}

const known = new WeakMap<readonly unknown[], ItemResults>();

/** The name by which expressions read the errors. */
const errorsName = 'errors';

/** Results that expressions read with `errors` beside their entries. The same results give the same list. */
export function withItemErrors(results: readonly unknown[], errors: readonly unknown[]): readonly unknown[] {
  let list = known.get(results);
  if (!list) {
    list = ItemResults.with(results, errors);
    known.set(results, list);
  }
  return list;
}

/** What a list has under a name; undefined of any other list than item results. */
export function namedPartOf(list: readonly unknown[], name: unknown): readonly unknown[] | undefined {
  return list instanceof ItemResults && name === errorsName ? list.failed : undefined;
}
