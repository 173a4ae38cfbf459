import { z } from 'zod';
import type { EventDefinition } from '../../platform/events/index.js';
import { type JsonSchema, referenceTo } from './schema-book.js';

/** An event as the document describes it: its definition, and one occurrence of it. */
export interface DocumentedEvent extends Omit<EventDefinition, 'sample'> {
  sample: object;
  /** For events of many types: what a type matches. */
  pattern?: string;
}

export interface DescribedEvents {
  schemas: Record<string, JsonSchema>;
  webhooks: Record<string, object>;
}

/**
 * `webhooks` of the document, and the schemas of the events.
 * @param schemas those of records, by the names of their types
 * @throws Error for an event of a record that no operation returns
 */
export function describeEvents(
  events: readonly DocumentedEvent[],
  schemas: Readonly<Record<string, JsonSchema>>,
): DescribedEvents {
  const described: Record<string, JsonSchema> = { ...(events.length > 0 && { EventCause: cause }) };
  const webhooks: DescribedEvents['webhooks'] = {};
  for (const event of events) {
    if ('record' in event.data && !schemas[event.data.record]) throw new Error(`${event.type} has an unknown record.`);
    if (event.previous && 'record' in event.data) Object.assign(described, previousOf(event.data.record, schemas));
    const name = nameOf(event.type);
    described[name] = schemaOf(event);
    webhooks[event.type] = { post: requestOf(event, name) };
  }
  return { schemas: described, webhooks };
}

/** `contact.tag_added` is `ContactTagAddedEvent`. */
function nameOf(type: string): string {
  const words = type.replace(/<.*/, '').split(/[._]/).filter(Boolean);
  return `${words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')}Event`;
}

function schemaOf(event: DocumentedEvent): JsonSchema {
  const { type, summary, data, previous, beside = {}, omitted, pattern } = event;
  const properties: Record<string, JsonSchema> = {
    id: {
      type: 'string',
      description: 'The ID of the event, and of no record: the same in each attempt and redelivery.',
    },
    type: pattern ? { type: 'string', pattern, description: 'Its type.' } : { const: type, description: 'Its type.' },
    timestamp: { type: 'string', format: 'date-time', description: 'When it occurred.' },
    workspaceId: { type: 'string', description: 'The workspace in which it occurred.' },
    ...(pattern && { key: { type: 'string', description: 'The `key` with which it was published.' } }),
    data:
      'record' in data
        ? { $ref: referenceTo(data.record) }
        : { ...jsonSchemaOf(data.object), description: 'What it is about.' },
    ...(previous && 'record' in data && { previous: { $ref: referenceTo(previousName(data.record)) } }),
    ...Object.fromEntries(Object.entries(beside).map(([name, shape]) => [name, jsonSchemaOf(shape)])),
    causedBy: { $ref: referenceTo('EventCause') },
    ...(omitted && { omitted: omittedSchema }),
  };
  const always = ['id', 'type', 'timestamp', 'workspaceId', 'data', ...(previous ? ['previous'] : [])];
  return { type: 'object', description: summary, properties, required: [...always, ...Object.keys(beside)] };
}

const omittedSchema: JsonSchema = {
  type: 'array',
  items: { type: 'string' },
  description: 'What was left out because the event would have more than 272 KiB: `data.customFields`, `previous`.',
};

const cause: JsonSchema = {
  type: 'object',
  description: 'The execution that caused an event; absent if none did.',
  properties: {
    executionId: { type: 'string', description: 'The ID of the execution.' },
    flowId: { type: 'string', description: 'The ID of its flow.' },
    chain: {
      type: 'array',
      items: { type: 'string' },
      description: 'The flows of the executions that led to it, oldest first.',
    },
  },
  required: ['executionId', 'flowId', 'chain'],
};

const previousName = (record: string) => `Previous${record}`;

/** The former values of the fields of a record that were changed. */
function previousOf(record: string, schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const properties = schemas[record]?.properties as Record<string, JsonSchema>;
  const description = 'The former values of the fields that were changed.';
  return { [previousName(record)]: { type: 'object', description, properties } };
}

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...own } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return own;
}

function requestOf({ type, summary, read, sample }: DocumentedEvent, name: string): object {
  const requires = read === 'membership' ? '' : `\n\nReceived only if \`runAs\` of the webhook has \`${read}\`.`;
  const header = (header: string, description: string) => ({
    name: header,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  });
  return {
    operationId: `receive${name}`,
    summary: type,
    description: `${summary}${requires}`,
    tags: ['Webhooks'],
    security: [],
    parameters: [
      header('webhook-id', 'The `id` of the event.'),
      header('webhook-timestamp', 'Seconds since 1970, of this attempt.'),
      header('webhook-signature', '`v1,` and base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`.'),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: referenceTo(name) }, example: sample } },
    },
    responses: { '2XX': { description: 'The event was received. Any other status is retried.' } },
  };
}
