/** A JSON Schema of an OpenAPI document. */
export type Schema = boolean | { [keyword: string]: unknown };

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
  [fact: string]: unknown;
}

export type Content = Record<string, { schema?: Schema }>;

export interface ContractAnswer {
  headers?: Record<string, unknown>;
  content?: Content;
}

export interface Operation {
  operationId: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, ContractAnswer | Reference>;
  security?: Record<string, string[]>[];
  'x-capability'?: string | string[];
}

/** An OpenAPI document, as far as contracts are compared. */
export interface Contract {
  paths: Record<string, Record<string, Operation>>;
  /** What webhooks receive, by the type of the event. */
  webhooks?: Record<string, { post: { requestBody: { content: Content } } }>;
  components?: Record<string, Record<string, unknown>>;
}

/** The name of the component that a value refers to; null for other values. */
export function componentOf(value: unknown): string | null {
  const reference = (value as Partial<Reference> | null | undefined)?.$ref;
  return typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : null;
}

/** What a value refers to, or the value itself. */
export function resolve<T extends object>(value: T | Reference, { components }: Contract): T {
  const { $ref } = value as Reference;
  if (typeof $ref !== 'string') return value as T;
  const [, , section = '', name = ''] = $ref.split('/');
  return resolve(components?.[section]?.[name] as T | Reference, { paths: {}, components: components ?? {} });
}
