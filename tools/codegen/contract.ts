/** An OpenAPI document, as far as the clients are generated from it. */
export interface Contract {
  paths: Record<string, Record<string, Operation>>;
  /** What webhooks receive, by the type of the event. */
  webhooks?: Record<string, { post: { requestBody: { content: Content } } }>;
  components?: { schemas?: Record<string, Schema> };
}

export interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  deprecated?: boolean;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content?: Content };
  responses: Record<string, { content?: Content }>;
}

export type Parameter = Documented & { name: string; in: string; required?: boolean; schema?: Schema };
export type Documented = { description?: string; deprecated?: boolean };
export type Schema = boolean | Record<string, unknown>;
/** What a `$ref` points to; everything else as it is. */
export type Resolve = <T>(value: T) => T;

type Content = Record<string, { schema?: Schema }>;

export const json = 'application/json';
const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** The operations of a document, path by path. */
export function operationsIn({ paths }: Contract): { path: string; method: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] ? [{ path, method, operation: item[method] }] : [])),
  );
}

/** Resolves the references inside of a document. */
export function resolverOf(contract: Contract): Resolve {
  return (value) => {
    const reference = (value as { $ref?: string } | undefined)?.$ref;
    if (reference === undefined) return value;
    const target = reference
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], contract);
    return resolverOf(contract)(target as typeof value);
  };
}

/** The properties of a schema, with those of its parts. */
export function propertiesOf(schema: Schema, resolve: Resolve): Record<string, Schema> {
  const { properties, allOf } = resolve(schema) as { properties?: Record<string, Schema>; allOf?: Schema[] };
  return Object.assign({}, ...(allOf ?? []).map((part) => propertiesOf(part, resolve)), properties);
}
