import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { ErrorCode } from '../platform/errors/error-catalogue.js';
import { sentence } from '../platform/errors/words.js';
import { type AnyRecord, lowerFirst, type RecordOperation, summaryOf } from '../platform/records/index.js';
import { type Route, type RouteTable, route, workspaceRoutes } from './route.js';

type Operation = TypedDocumentNode<never, never>;

/** The rows of the routes that a record declares. @param documents the generated operations of all records */
export function recordRoutes(record: AnyRecord, documents: Readonly<Record<string, unknown>>): RouteTable {
  const { name, plural } = record;
  const operations = documents as Readonly<Record<string, Operation | undefined>>;
  const sources: Record<RecordOperation, [string, (data: Data) => unknown]> = {
    list: [`List${plural}`, (data) => (data.workspace as Data)[lowerFirst(plural)]],
    create: [`Create${name}`, (data) => data[`create${name}`]],
    find: [`Get${name}`, (data) => (data.workspace as Data)[lowerFirst(name)]],
    update: [`Update${name}`, (data) => data[`update${name}`]],
    delete: [`Delete${name}`, (data) => data[`delete${name}`]],
  };
  const table = Object.entries(record.routes).map(([name, key]): [string, Route] => {
    const operation = name as RecordOperation;
    const [document, data] = sources[operation];
    const summary = summaryOf(record, operation);
    const note = record.notes?.[operation];
    const fails = conflictsOf(record, operation);
    const body = operation === 'create' || operation === 'update' ? record.examples?.[operation] : undefined;
    const details = {
      ...(body && { example: { body } }),
      ...(operation === 'create' && { status: 201 as const }),
      ...(fails.length > 0 && { fails }),
      ...(note && { description: sentence(note) }),
      ...(record.inFlows === false && { inFlows: false as const }),
    };
    return [key, { ...row(operations[`${document}Document`], summary, data), ...details }];
  });
  return workspaceRoutes(Object.fromEntries(table));
}

/** The codes of `refuseBrokenConstraint`: values that are unique, and other records that refer to one. */
function conflictsOf({ unique = {}, heldBy = {} }: AnyRecord, operation: RecordOperation): ErrorCode[] {
  if (operation === 'delete') return Object.keys(heldBy).length > 0 ? ['CONFLICT'] : [];
  if (operation !== 'create' && operation !== 'update') return [];
  const codes = Object.values(unique).map((field): ErrorCode => (field === 'name' ? 'NAME_TAKEN' : 'CONFLICT'));
  return [...new Set(codes)];
}

type Data = Record<string, unknown>;

function row(operation: Operation | undefined, summary: string, data: (result: Data) => unknown): Route {
  if (!operation) throw new Error(`${summary}: the generated operation is missing. Run npm run codegen.`);
  return route({ operation: operation as unknown as TypedDocumentNode<Data, Data>, summary, data });
}
