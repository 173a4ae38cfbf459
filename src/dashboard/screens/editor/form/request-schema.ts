import type { FlowOperation } from '../../../catalogue/operations.js';
import { operationFormat, type Schema, withField } from './schema.js';

/** The fields of a node that calls an operation: the operation, found by typing, and the fields of its input. */
export function requestSchema(schema: Schema, operation: FlowOperation | undefined): Schema {
  const { operation: named, input, ...others } = schema.properties ?? {};
  const { title, description } = input ?? {};
  const own = { ...operation?.input, title, description } as Schema;
  const hasFields = Object.keys(own.properties ?? {}).length > 0;
  return {
    ...schema,
    properties: {
      ...(named && { operation: { ...named, format: operationFormat } }),
      ...(hasFields && { input: own }),
      ...others,
    },
  };
}

/** Data without the fields of its input that another operation does not have. */
export function withInputOf(
  data: Readonly<Record<string, unknown>>,
  operation: FlowOperation | undefined,
): Record<string, unknown> {
  const { input } = data;
  if (typeof input !== 'object' || input === null) return { ...data };
  const known = operation?.input.properties ?? {};
  const kept = Object.entries(input).filter(([name]) => name in known);
  return withField(data, 'input', kept.length > 0 ? Object.fromEntries(kept) : undefined);
}
