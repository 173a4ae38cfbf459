interface Results {
  results: readonly { id: string | null; status: number; error: Record<string, unknown> | null }[];
}

/** The results of a batch without the fields that an operation does not have. */
export function batchResults({ results }: Results): object {
  return { results: results.map(({ error, ...entry }) => present({ ...entry, error: error && present(error) })) };
}

function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** What is said about all batches. */
export const batchDescription =
  'Operations are carried out in order, with the rules, rights and events of the request for one record. `results` has an entry for each, with the status that this request would have. With `atomic`, all are carried out or none: the first failure is 400 and names `operations[n]`.';
