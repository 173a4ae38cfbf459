import type { GraphQLSchema } from 'graphql';
import type { RouteTable } from '../route.js';
import { parseRouteKey } from '../route-key.js';
import { headerComponents } from './answer-headers.js';
import { securitySchemes } from './describe-access.js';
import { type DocumentedEvent, describeEvents } from './describe-events.js';
import { describeOperation } from './describe-operation.js';
import { sharedParameters } from './describe-request.js';
import { envelopeSchemas } from './describe-response.js';
import { errorResponses, errorSchemas } from './error-responses.js';
import { introduce } from './introduction.js';
import { byTag, orderedTags } from './name-tags.js';
import type { ResponseExamples } from './response-examples.js';
import { SchemaBook } from './schema-book.js';
import { shareNotModified, shareParameters } from './share-parts.js';

export interface OpenApiOptions {
  tables: readonly RouteTable[];
  schema: GraphQLSchema;
  /** The version of the product. */
  version: string;
  /** The URL of the server, without a slash at the end. */
  publicUrl: string;
  /** Defaults to none. */
  examples?: ResponseExamples;
  /** What webhooks receive. Defaults to nothing. */
  events?: readonly DocumentedEvent[];
}

/** An OpenAPI 3.1 document that can be serialized as JSON. */
export interface OpenApiDocument {
  openapi: string;
  info: object;
  servers: object[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, object>>;
  webhooks?: Record<string, object>;
  components: { schemas: Record<string, object>; [section: string]: object };
}

/** Methods that clients do not call themselves. */
const undescribed: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS']);

/**
 * Describes every route by its operation and the GraphQL types, so that nothing about a route is written twice. The same
 * routes and schema always give the same document.
 */
export function buildOpenApi({
  tables,
  schema,
  version,
  publicUrl,
  examples = {},
  events = [],
}: OpenApiOptions): OpenApiDocument {
  const rows = tables
    .flatMap((table) => Object.entries(table))
    .map(([key, row]) => ({ key: parseRouteKey(key), row }))
    .filter(({ key }) => !undescribed.has(key.method));
  const readable = new Set(rows.flatMap(({ key, row }) => (key.method === 'GET' && !row.rawBody ? [key.path] : [])));
  const parts = { schema, book: new SchemaBook(), operationIds: new Map<string, string>(), readable, examples };
  const described = rows.map(({ key, row }) => ({ key, operation: describeOperation(row, key, parts) }));
  const operations = described.map(({ operation }) => operation);
  const shared = shareParameters(operations, Object.keys(sharedParameters));
  const responses = { ...shareNotModified(operations), ...errorResponses() };
  const paths: OpenApiDocument['paths'] = {};
  for (const { key, operation } of byTag(described)) {
    const path = key.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][key.method.toLowerCase()] = operation;
  }
  const tags = orderedTags(rows.map(({ key }) => key));
  const records = parts.book.close();
  const ofEvents = describeEvents(events, records);
  const schemas = { ...records, ...ofEvents.schemas, ...errorSchemas(), ...envelopeSchemas };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Workspace automation API',
      summary: 'Automate the work of a team with flows, contacts, messages and assistants.',
      description: introduce(version),
      version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl, description: 'This server.' }],
    tags,
    paths,
    ...(events.length > 0 && { webhooks: ofEvents.webhooks }),
    components: {
      schemas,
      responses,
      parameters: { ...sharedParameters, ...shared },
      headers: headerComponents(),
      securitySchemes,
    },
  };
}
