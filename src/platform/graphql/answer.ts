import type { ExecutionResult } from 'graphql';

/** The result of an operation. If `printed` is there, it is the `data` as JSON, which is not parsed. */
export interface Answer extends ExecutionResult {
  printed?: string;
}

/** An answer with its `data` as objects. */
export function parsed({ printed, ...result }: Answer): ExecutionResult {
  return printed === undefined ? result : { ...result, data: JSON.parse(printed) };
}
