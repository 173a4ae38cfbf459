import { z } from 'zod';
import { hasExpression } from '../../engine/expressions/index.js';
import { defineNode, type NodeType } from '../define-node.js';
import { itemsOf, PageError, valueAt } from '../http/next-page.js';
import { itemsAtMost, type PolledItem, type PollSource, SourceError } from '../poll-source.js';
import { connection } from '../record-kinds.js';
import { passTriggerData } from '../trigger/pass-trigger-data.js';
import { everySecondsField } from '../trigger/poll.js';
import { connectionField, schemaOf } from './app-fields.js';
import { type AppData, requestOf } from './app-request.js';
import { triggerTexts } from './app-texts.js';
import type { Connector, ConnectorTrigger } from './connector-file.js';
import { exampleOf } from './example-of.js';
import { reasonIn, refusesIn } from './refusal.js';
import { rowsOf } from './rows.js';
import { TemplateError } from './template.js';

/** The node of a trigger: a list of the service that is asked for again and again, as by `trigger.poll`. */
export function triggerNode(connector: Connector, name: string, trigger: ConnectorTrigger): NodeType {
  const texts = triggerTexts(connector, trigger);
  const own = Object.entries(schemaOf({ ...connector.fields, ...trigger.fields }));
  return defineNode({
    type: `app.${connector.service}.${name}`,
    title: texts.title[0],
    category: 'app',
    capability: null,
    description: texts.about[0],
    trigger: 'app',
    fields: z.object({
      connection: connectionField(connector),
      ...Object.fromEntries(own.map(([key, schema]) => [key, writtenOut(schema)])),
      everySeconds: everySecondsField,
    }),
    references: { connection },
    reads: () => ['connections:use'],
    sourceHandles: ['out'],
    effects: false,
    sample: trigger.sample,
    example: exampleOf(connector, trigger),
    output: `the item, as ${connector.title} has it.`,
    exampleRun: {},
    poll: polled(connector, trigger),
    run: passTriggerData,
  });
}

/** A trigger has nothing that an expression could read. */
function writtenOut(schema: z.ZodType): z.ZodType {
  const rule = 'must be written out: a trigger has no expressions.';
  const holds = (value: unknown): boolean =>
    typeof value === 'string'
      ? !hasExpression(value)
      : typeof value !== 'object' || value === null || Object.values(value).every(holds);
  const { description } = schema;
  const refined = schema.refine(holds, rule);
  return description === undefined ? refined : refined.describe(description);
}

function polled(connector: Connector, trigger: ConnectorTrigger): PollSource {
  return {
    requestOf(config, cursor) {
      // The cursor comes from outside: it is inserted as a value, not read as an expression.
      const sent = cursor === null || cursor === undefined ? undefined : '{{triggerData.cursor}}';
      try {
        return { ...requestOf(connector, trigger, { ...(config.data as AppData), cursor: sent }) };
      } catch (error) {
        if (error instanceof TemplateError) throw new SourceError(`${error.field} ${error.message}`);
        throw error;
      }
    },
    read(_config, { body }, cursor) {
      if (!trigger.pages && refusesIn(connector, body))
        throw new SourceError(`${connector.title} refused the request: ${reasonIn(connector, body)}.`);
      const list = listOf(body, trigger).filter((item) => trigger.skip === undefined || !has(item, trigger.skip));
      const items = list.map((item, at) => itemOf(item, at, trigger));
      return { items: trigger.newestFirst ? items.reverse() : items, cursor: cursorOf(body, list, trigger) ?? cursor };
    },
  };
}

const has = (item: unknown, path: string) => (valueAt(item, path) ?? null) !== null;

function listOf(body: unknown, { items: path, pages, shape }: ConnectorTrigger): readonly unknown[] {
  try {
    const found = itemsOf({ body }, pages ? undefined : path, true);
    const list = shape === 'rows' ? rowsOf(found) : found;
    if (list.length <= itemsAtMost) return list;
    throw new SourceError(`The answer has ${list.length} items; at most ${itemsAtMost} are accepted.`);
  } catch (error) {
    if (error instanceof PageError) throw new SourceError(`The answer has no list: ${path ?? 'the body'} is not one.`);
    throw error;
  }
}

function itemOf(item: unknown, at: number, { key }: ConnectorTrigger): PolledItem {
  const paths = [key].flat();
  const found = paths.map((path) => valueAt(item, path));
  const missing = found.findIndex((value) => value === undefined || value === null);
  if (missing >= 0) throw new SourceError(`The item ${at} has no ${paths[missing]}.`);
  const [only] = found;
  const isText = found.length === 1 && typeof only !== 'object';
  return { key: isText ? String(only) : JSON.stringify(found), data: item as Record<string, unknown> };
}

function cursorOf(body: unknown, list: readonly unknown[], { cursor }: ConnectorTrigger): unknown {
  if (!cursor) return undefined;
  if ('body' in cursor) return valueAt(body, cursor.body);
  const found = list.map((item) => valueAt(item, cursor.greatest)).filter((one) => one !== undefined && one !== null);
  return found.reduce<unknown>((most, one) => (most === undefined || isGreater(one, most) ? one : most), undefined);
}

/** Times are compared as they are written: services write those of one field alike. Numbers may be written as text, too. */
function isGreater(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return one > other;
  const [text, least] = [String(one), String(other)];
  if (!/^\d+$/.test(text) || !/^\d+$/.test(least)) return text > least;
  return text.length === least.length ? text > least : text.length > least.length;
}
