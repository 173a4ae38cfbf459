import { z } from 'zod';
import { defineNode, type NodeContext, type NodeType, type Outcome } from '../define-node.js';
import { valueAt } from '../http/next-page.js';
import { requestNode } from '../http/request.js';
import type { RequestData } from '../http/request-fields.js';
import type { FreePorts } from '../ports.js';
import { connection } from '../record-kinds.js';
import { connectionField, maxPagesField, schemaOf } from './app-fields.js';
import { type AppData, hostOf, rateOf, requestOf } from './app-request.js';
import { actionTexts } from './app-texts.js';
import type { Connector, ConnectorAction } from './connector-file.js';
import { exampleOf } from './example-of.js';
import { Refused, requireAccepted } from './refusal.js';
import { rowsOf } from './rows.js';
import { TemplateError } from './template.js';

/** The node of an action: a request of the service, as `http.request` sends it. */
export function actionNode(connector: Connector, name: string, action: ConnectorAction): NodeType {
  const { pages, output, sample } = action;
  const texts = actionTexts(connector, action);
  return defineNode({
    type: `app.${connector.service}.${name}`,
    title: texts.title[0],
    category: 'app',
    capability: null,
    description: texts.about[0],
    fields: z.object({
      connection: connectionField(connector),
      ...schemaOf({ ...connector.fields, ...action.fields }),
      ...(pages && { maxPages: maxPagesField }),
    }),
    references: { connection },
    reads: () => ['connections:use'],
    sourceHandles: ['out'],
    errorHandle: true,
    effects: true,
    hostOf: () => hostOf(connector),
    rateOf: (data) => rateOf(connector, (data as unknown as AppData).connection),
    sample,
    example: exampleOf(connector, action),
    output: outputText(connector, action),
    errors: [
      'APP_REFUSED',
      ...(requestNode.errors ?? []).filter((code) => code !== 'HTTP_STATUS' && !code.startsWith('FILE')),
    ],
    exampleRun: { answer: { status: 200, headers: { 'content-type': 'application/json' }, body: answerOf(action) } },
    // The fields were parsed: `connection` is a text.
    run: (context) => perform(connector, action, context as unknown as NodeContext<AppData, FreePorts>),
  });

  function answerOf({ shape }: ConnectorAction): unknown {
    const list = (sample as { items?: unknown })?.items ?? sample;
    const rows = shape === 'rows' && Array.isArray(list) ? sheetOf(list as Record<string, unknown>[]) : list;
    const body = placed(pages ? pages.items : output, rows);
    const { unless } = connector.refusal;
    return unless === undefined ? body : { ...(body as object), [unless]: true };
  }
}

function outputText({ title }: Connector, { pages, shape, output }: ConnectorAction): string {
  if (pages)
    return '`items`, the entries of all pages that were read, `pages`, their number, and `more`, whether there are more than `maxPages`.';
  if (shape === 'rows') return '`items`, the rows by the headings of the sheet, each with its `rowNumber`.';
  return output ? `\`${output}\` of the answer of ${title}.` : `the answer of ${title}.`;
}

async function perform(
  connector: Connector,
  action: ConnectorAction,
  context: NodeContext<AppData, FreePorts>,
): Promise<Outcome> {
  try {
    const outcome = await requestNode.run(asRequest(connector, action, context) as never);
    return outcome.kind === 'done' ? { kind: 'done', output: outputOf(action, outcome.output) } : outcome;
  } catch (error) {
    if (error instanceof Refused) return error.outcome;
    if (!(error instanceof TemplateError)) throw error;
    const message = `${error.field} ${error.message}`;
    return { kind: 'failed', error: { code: 'FIELD_INVALID', message }, retryable: false };
  }
}

/** The context of the same step as one of `http.request`, whose answers are read for what the service refuses. */
function asRequest(
  connector: Connector,
  action: ConnectorAction,
  context: NodeContext<AppData, FreePorts>,
): NodeContext<RequestData, FreePorts> {
  const { data, recorded, parseJson, now } = context;
  return {
    ...context,
    data: requestOf(connector, action, data),
    recorded: requestOf(connector, action, recorded),
    fetch: async (url, init) => {
      const answer = await context.fetch(url, init);
      await requireAccepted(connector, answer, { connection: recorded.connection, parseJson, now });
      return answer;
    },
  };
}

function outputOf({ pages, output, shape }: ConnectorAction, answer: unknown): unknown {
  const { body, pages: read, more } = answer as { body: unknown; pages?: number; more?: boolean };
  if (pages) return { items: body, pages: read, more };
  const found = output === undefined ? body : (valueAt(body, output) ?? null);
  return shape === 'rows' ? { items: rowsOf(Array.isArray(found) ? found : []) } : found;
}

/** A body with a value at a path. */
function placed(path: string | undefined, value: unknown): unknown {
  if (path === undefined) return value;
  return path.split('.').reduceRight((inner, key) => ({ [key]: inner }), value);
}

/** The sheet that has these rows. */
function sheetOf(rows: readonly Record<string, unknown>[]): unknown[][] {
  const headings = Object.keys(rows[0] ?? {}).filter((name) => name !== 'rowNumber');
  return [headings, ...rows.map((row) => headings.map((name) => row[name]))];
}
