import type { ExecutionResult, GraphQLError } from 'graphql';

/**
 * What graphql-js would tell of a compiled operation: where several fields that cannot be null failed inside one object,
 * the first one is the reason why the object is null, and the others are not told.
 */
export function oneErrorForEachNull(result: ExecutionResult): ExecutionResult {
  const { data, errors } = result;
  if (data === undefined || !errors || errors.length < 2) return result;
  const reported = new Set<string>();
  return {
    ...result,
    errors: errors.filter((error) => {
      const place = placeOfNull(data, error);
      return !reported.has(place) && reported.add(place);
    }),
  };
}

/** Where the null stands that an error left behind: at its own field, or around it. */
function placeOfNull(data: unknown, { path = [] }: GraphQLError): string {
  let value = data;
  let depth = 0;
  while (value !== null && value !== undefined && depth < path.length) {
    value = (value as Record<string | number, unknown>)[path[depth] as string | number];
    depth += 1;
  }
  return JSON.stringify(path.slice(0, depth));
}
