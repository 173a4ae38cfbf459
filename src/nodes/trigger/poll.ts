import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { numberField, optionalField } from '../field-kinds.js';
import { itemsOf, PageError, valueAt } from '../http/next-page.js';
import { requestFields, rightsOfAuth } from '../http/request-fields.js';
import { itemsAtMost, type PollSource, SourceError } from '../poll-source.js';
import { connection } from '../record-kinds.js';
import { passTriggerData } from './pass-trigger-data.js';

const path = z
  .string()
  .max(500)
  .regex(/^[^.\s]+(\.[^.\s]+)*$/, 'must be the path of a field, for example "data.id"');

/** Seconds from one poll to the next. */
export const everySecondsField = optionalField(numberField(z.int().min(5).max(86_400))).describe(
  'Seconds from one poll to the next, at least 5. Defaults to 300. After failures the pauses are longer, up to an hour.',
);

const request = requestFields
  .pick({ url: true, headers: true, query: true, body: true, auth: true, timeout: true, pagination: true, rate: true })
  .extend({ method: optionalField(requestFields.shape.method).describe('The HTTP method. Defaults to GET.') });

const fields = z.object({
  request: request.describe(
    'The request that asks for items, with the fields that `http.request` has; which values they take depends on the source. `{{triggerData.cursor}}` is the cursor of the last poll, null in the first one.',
  ),
  items: optionalField(path).describe(
    'The path of the list in the body, for example `data.items`. Defaults to the body itself.',
  ),
  key: optionalField(path).describe(
    'The path in an item of what identifies it: an item whose key was found before starts nothing. Defaults to `id`.',
  ),
  cursor: optionalField(path).describe(
    'The path in the body of a cursor that the next poll sends, for example `meta.next_cursor`. An answer without it keeps the last one.',
  ),
  everySeconds: everySecondsField,
});

export const pollTrigger = defineNode({
  type: 'trigger.poll',
  title: 'New items of an API',
  category: 'trigger',
  capability: null,
  description:
    'Asks an HTTP API for its items again and again, and starts the flow once for each new one, which is the trigger data. The first poll only remembers what is there.',
  trigger: 'poll',
  fields,
  sinks: { 'request.auth': 'uses', 'request.headers': 'uses', 'request.query': 'uses', 'request.body': 'uses' },
  references: { 'request.auth.connection': connection },
  reads: ({ request: asked }) => rightsOfAuth((asked as { auth?: unknown } | null | undefined)?.auth),
  sourceHandles: ['out'],
  effects: false,
  sample: { id: '1024', total: 40 },
  example: { request: { url: 'https://api.example.com/orders' }, items: 'orders', everySeconds: 60 },
  output: 'the item; one that is no object as `value`.',
  exampleRun: {},
  poll: polled(),
  run: passTriggerData,
});

type Config = z.output<typeof fields>;

function polled(): PollSource {
  return {
    requestOf: (config) => ({ method: 'GET', ...(config.request as Config['request']) }),
    read(config, { body }, cursor) {
      const { items: listPath, key = 'id', cursor: cursorPath } = config as Config;
      const list = listOf(body, (config as Config).request.pagination ? undefined : listPath);
      const next = cursorPath === undefined ? undefined : valueAt(body, cursorPath);
      return {
        items: list.map((item, at) => ({ key: keyOf(item, key, at), data: dataOf(item) })),
        cursor: next ?? cursor,
      };
    },
  };
}

function listOf(body: unknown, listPath: string | undefined): readonly unknown[] {
  try {
    const list = itemsOf({ body }, listPath);
    if (list.length <= itemsAtMost) return list;
    throw new SourceError(`The answer has ${list.length} items; at most ${itemsAtMost} are accepted.`);
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    throw new SourceError(`No list was found: ${listPath ?? 'the body'} is not one. Set items to its path.`);
  }
}

function keyOf(item: unknown, key: string, at: number): string {
  const found = typeof item === 'object' && item !== null ? valueAt(item, key) : item;
  if (typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean') return String(found);
  if (typeof found === 'object' && found !== null) return JSON.stringify(found);
  throw new SourceError(`The item ${at} has no ${key}. Set key to the path of what identifies an item.`);
}

function dataOf(item: unknown): Record<string, unknown> {
  const isObject = typeof item === 'object' && item !== null && !Array.isArray(item);
  return isObject ? (item as Record<string, unknown>) : { value: item };
}
