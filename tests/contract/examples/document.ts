import { readFileSync } from 'node:fs';

/** What the tests read of schema/openapi.json. */
export interface OpenApi {
  info: { version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, object> };
}

export const document = JSON.parse(readFileSync('schema/openapi.json', 'utf8')) as OpenApi;

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: (Parameter & Reference)[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, Reference & { headers?: object; content?: Record<string, { example?: unknown }> }>;
}

export interface Reference {
  $ref?: string;
}

export interface Parameter {
  name: string;
  in: string;
  description?: string;
}

export interface Schema extends Reference {
  description?: string;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  enum?: unknown[];
}

/** Properties without a sentence, of their own or of what they refer to. */
export function* undescribedProperties(value: unknown, at = ''): Generator<string> {
  if (value === null || typeof value !== 'object') return;
  const { properties } = value as Schema;
  const isDescribed = ({ $ref, description, anyOf = [] }: Schema): boolean =>
    Boolean(description) ||
    anyOf.some(isDescribed) ||
    Boolean($ref && document.components.schemas[$ref.split('/').at(-1) as string]?.description);
  if (properties && !Array.isArray(value))
    for (const [name, property] of Object.entries(properties)) if (!isDescribed(property)) yield `${at}/${name}`;
  for (const [key, inner] of Object.entries(value))
    if (key !== 'example' && key !== 'default') yield* undescribedProperties(inner, `${at}/${key}`);
}

/** Every operation, with its method and path. */
export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ at: `${method.toUpperCase()} ${path}`, ...operation })),
);
