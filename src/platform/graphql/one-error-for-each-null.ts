import type { ExecutionResult, GraphQLError } from 'graphql';

/**
 * Reduces the errors of a compiled operation to those of graphql-js: if several non-null fields of one object failed,
 * only the first error is reported, which is why the object is null.
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

/** The position of the null that an error caused: its own field, or an enclosing one. */
function placeOfNull(data: unknown, { path = [] }: GraphQLError): string {
  let value = data;
  let depth = 0;
  while (value !== null && value !== undefined && depth < path.length) {
    value = (value as Record<string | number, unknown>)[path[depth] as string | number];
    depth += 1;
  }
  return JSON.stringify(path.slice(0, depth));
}
