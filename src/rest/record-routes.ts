import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import {
  type AnyRecord,
  idNameOf,
  isRouted,
  lowerFirst,
  type RecordOperation,
  wordsOf,
} from '../platform/records/index.js';
import { type Route, type RouteTable, route, workspaceRoutes } from './route.js';

type Operation = TypedDocumentNode<never, never>;

/** The REST rows of one kind of record. @param documents the generated operations, all of them */
export function recordRoutes(record: AnyRecord, documents: Readonly<Record<string, unknown>>): RouteTable {
  const { name, plural } = record;
  const words = wordsOf(record);
  const one = `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;
  const many = wordsOf({ name: plural });
  const field = { list: lowerFirst(plural), find: lowerFirst(name) };
  const path = pathOf(record);
  const place = `${path}/:${idNameOf(record)}`;
  const operations = documents as Readonly<Record<string, Operation>>;
  const rows: Record<RecordOperation, [string, () => Route]> = {
    list: [
      `GET ${path}`,
      () => row(operations[`List${plural}Document`], `List ${many}`, (data) => (data.workspace as Data)[field.list]),
    ],
    create: [
      `POST ${path}`,
      () => ({
        ...row(operations[`Create${name}Document`], `Create ${one}`, (data) => data[`create${name}`]),
        status: 201,
      }),
    ],
    find: [
      `GET ${place}`,
      () => row(operations[`Get${name}Document`], `Get ${one}`, (data) => (data.workspace as Data)[field.find]),
    ],
    update: [
      `PATCH ${place}`,
      () => row(operations[`Update${name}Document`], `Update ${one}`, (data) => data[`update${name}`]),
    ],
    delete: [
      `DELETE ${place}`,
      () => row(operations[`Delete${name}Document`], `Delete ${one}`, (data) => data[`delete${name}`]),
    ],
  };
  const offered = (Object.keys(rows) as RecordOperation[]).filter((operation) => isRouted(record, operation));
  const table = offered.map((operation) => {
    const [key, makeRow] = rows[operation];
    const note = record.notes?.[operation];
    return [key, { ...makeRow(), ...(note && { description: `${note}.` }) }];
  });
  return workspaceRoutes(Object.fromEntries(table));
}

type Data = Record<string, unknown>;

function row(operation: Operation | undefined, summary: string, data: (result: Data) => unknown): Route {
  if (!operation) throw new Error(`${summary}: the operation was not generated. Run npm run codegen.`);
  return route({ operation: operation as unknown as TypedDocumentNode<Data, Data>, summary, data });
}

/** `/conversations/:conversationId/messages` */
export function pathOf({ path, plural, parent }: Pick<AnyRecord, 'path' | 'plural' | 'parent'>): string {
  const own = path ?? lowerFirst(plural).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return parent ? `${pathOf(parent.record)}/:${parent.field}/${own}` : `/${own}`;
}
