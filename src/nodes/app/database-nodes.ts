import { z } from 'zod';
import type { DatabaseDialect } from '../../platform/foreign-databases/index.js';
import { defineNode, type NodeType } from '../define-node.js';
import { optionalField } from '../field-kinds.js';
import { connection } from '../record-kinds.js';
import {
  changedFields,
  columnsField,
  commonFields,
  filterFields,
  keysField,
  maxRowsField,
  orderField,
  parametersField,
  returningField,
  rowsField,
  sqlField,
  tableFields,
  valuesField,
} from './database-fields.js';
import { type Row, StatementWriter } from './database-sql.js';
import { databaseErrors, defaultRows, rateOf, runStatement } from './run-statement.js';

interface Words {
  dialect: DatabaseDialect;
  /** The name of the product, for titles. */
  name: string;
  /** How a parameter is written: `$1`. */
  placeholder: string;
}

const atLeastOnce =
  'A step that is interrupted runs again: the statement is carried out at least once. Written by a key, with `upsert`, a repeated one changes nothing.';
const rowsOutput =
  '`rows`, a list of objects by column; `rowCount`, how many rows were found or changed; and `more`, whether there are others.';
const insertIdOutput = ' With `insertId`, the number that the database gave to the first row.';
const sampleRow = { id: 1, name: 'Ana' };
const shared = {
  category: 'app',
  capability: 'connections:use',
  references: { connection },
  sourceHandles: ['out'],
  errorHandle: true,
  effects: true,
  errors: databaseErrors,
  hostOf: ({ connection: named }: Readonly<Record<string, unknown>>) => (typeof named === 'string' ? named : null),
  rateOf,
} as const;

/** The nodes of one kind of databases. */
export function databaseNodes(words: Words): NodeType[] {
  return [queryNode(words), selectNode(words), ...insertNodes(words), updateNode(words), deleteNode(words)];
}

function queryNode({ dialect, name, placeholder }: Words): NodeType {
  return defineNode({
    ...shared,
    type: `app.${dialect}.query`,
    title: `${name}: query`,
    description: `Runs one statement of SQL in a ${name} database, with bound parameters, and outputs its rows. ${atLeastOnce}`,
    fields: z.object({
      ...commonFields,
      sql: sqlField(placeholder).describe(
        `One statement, as it is written. Values are written as ${placeholder}, and stand in \`parameters\`; expressions are not possible in it.`,
      ),
      parameters: optionalField(parametersField).describe(
        'The values of the parameters, in their order. Objects and lists are bound as JSON, or as a list where the database has one; `{"$base64": "…"}` as bytes.',
      ),
      maxRows: maxRowsField,
      readOnly: optionalField(z.boolean()).describe(
        'Whether the statement runs in a transaction that cannot change anything. Defaults to false.',
      ),
    }),
    verbatim: { sql: 'code' },
    sinks: { parameters: 'uses' },
    filled: { parameters: 'value', rate: 'entries' },
    sample: { rows: [sampleRow], rowCount: 1, more: false },
    example: {
      connection: 'Orders database',
      sql: `select id, name from customers where email = ${placeholder}`,
      parameters: ['{{triggerData.email}}'],
    },
    output: rowsOutput,
    exampleRun: {
      triggerData: { email: 'ana@example.com' },
      answer: { rows: [sampleRow], rowCount: 1, more: false, insertId: null },
    },
    run: (context) => {
      const { sql: text, parameters = [] } = context.data;
      return runStatement(dialect, { text, parameters }, context);
    },
  });
}

function selectNode({ dialect, name }: Words): NodeType {
  return defineNode({
    ...shared,
    type: `app.${dialect}.select`,
    title: `${name}: find rows`,
    description: `Finds rows of a table in a ${name} database, and outputs them.`,
    fields: z.object({
      ...commonFields,
      ...tableFields,
      columns: columnsField,
      ...filterFields,
      orderBy: orderField,
      maxRows: maxRowsField,
    }),
    sinks: { where: 'uses' },
    filled: { where: 'value', columns: 'value', rate: 'entries' },
    sample: { rows: [sampleRow], rowCount: 1, more: false },
    example: {
      connection: 'Orders database',
      table: 'customers',
      columns: ['id', 'name'],
      where: [{ column: 'email', value: '{{triggerData.email}}' }],
    },
    output: rowsOutput,
    exampleRun: {
      triggerData: { email: 'ana@example.com' },
      answer: { rows: [sampleRow], rowCount: 1, more: false, insertId: null },
    },
    run: (context) => {
      const { data } = context;
      const { maxRows = defaultRows } = data;
      const statement = new StatementWriter(dialect).select(
        data,
        { where: data.where ?? [], match: data.match },
        maxRows + 1,
      );
      return runStatement(dialect, statement, { ...context, data: { ...data, readOnly: true } });
    },
  });
}

/** `insert`, and `upsert` by a key. */
function insertNodes({ dialect, name }: Words): NodeType[] {
  const fields = { ...commonFields, ...tableFields, rows: rowsField, ...returningOf(dialect) };
  const sinks = { rows: 'uses' } as const;
  const changed = { sample: { rows: [], rowCount: 1, more: false }, output: outputOf(dialect), sinks };
  const exampleRun = {
    triggerData: { email: 'ana@example.com', name: 'Ana' },
    answer: { rows: [], rowCount: 1, more: false, insertId: null },
  };
  const rows = { email: '{{triggerData.email}}', name: '{{triggerData.name}}' };
  const example = { connection: 'Orders database', table: 'customers', rows };
  const write = (
    given: readonly Row[],
    keys: readonly string[] | null,
    data: { table: string; schema?: string | undefined; returning?: unknown },
  ) => new StatementWriter(dialect).insert(data, given, keys, returned(data));
  return [
    defineNode({
      ...shared,
      ...changed,
      type: `app.${dialect}.insert`,
      title: `${name}: insert rows`,
      description: `Inserts rows into a table of a ${name} database. ${atLeastOnce}`,
      fields: z.object({
        ...fields,
        onConflict: optionalField(z.enum(['fail', 'skip'])).describe(
          'What happens where a row with the same key is there already: the step fails, or the row is skipped. Defaults to `fail`.',
        ),
      }),
      filled: { rate: 'entries' },
      example,
      exampleRun,
      run: (context) => {
        const { data } = context;
        if (data.rows.length === 0) return nothing;
        return runStatement(dialect, write(data.rows, data.onConflict === 'skip' ? [] : null, data), context);
      },
    }),
    defineNode({
      ...shared,
      ...changed,
      type: `app.${dialect}.upsert`,
      title: `${name}: insert or update rows`,
      description: `Inserts rows into a table of a ${name} database, or updates those with the same key. Repeated with the same rows, it changes nothing more.`,
      fields: z.object({ ...fields, keys: keysField }),
      filled: { rate: 'entries' },
      example: { ...example, keys: ['email'] },
      exampleRun,
      run: (context) => {
        const { data } = context;
        if (data.rows.length === 0) return nothing;
        return runStatement(dialect, write(data.rows, data.keys, data), context);
      },
    }),
  ];
}

function updateNode({ dialect, name }: Words): NodeType {
  return defineNode({
    ...shared,
    type: `app.${dialect}.update`,
    title: `${name}: update rows`,
    description: `Sets columns of the rows that match in a table of a ${name} database. A step that is interrupted runs again.`,
    fields: z.object({
      ...commonFields,
      ...tableFields,
      values: valuesField,
      ...changedFields,
      ...returningOf(dialect),
    }),
    sinks: { values: 'uses', where: 'uses' },
    filled: { rate: 'entries' },
    sample: { rows: [], rowCount: 1, more: false },
    example: {
      connection: 'Orders database',
      table: 'orders',
      values: { status: 'paid' },
      where: [{ column: 'id', value: '{{triggerData.orderId}}' }],
    },
    output: outputOf(dialect),
    exampleRun: { triggerData: { orderId: 7 }, answer: { rows: [], rowCount: 1, more: false, insertId: null } },
    run: (context) => {
      const { data } = context;
      return runStatement(
        dialect,
        new StatementWriter(dialect).update(data, data.values, data, returned(data)),
        context,
      );
    },
  });
}

function deleteNode({ dialect, name }: Words): NodeType {
  return defineNode({
    ...shared,
    type: `app.${dialect}.delete`,
    title: `${name}: delete rows`,
    description: `Deletes the rows that match from a table of a ${name} database. A step that is interrupted runs again.`,
    fields: z.object({ ...commonFields, ...tableFields, ...changedFields, ...returningOf(dialect) }),
    sinks: { where: 'uses' },
    filled: { rate: 'entries' },
    sample: { rows: [], rowCount: 1, more: false },
    example: {
      connection: 'Orders database',
      table: 'carts',
      where: [{ column: 'id', operator: 'in', value: '{{triggerData.cartIds}}' }],
    },
    output: outputOf(dialect),
    exampleRun: { triggerData: { cartIds: [3, 4] }, answer: { rows: [], rowCount: 2, more: false, insertId: null } },
    run: (context) => {
      const { data } = context;
      return runStatement(dialect, new StatementWriter(dialect).delete(data, data, returned(data)), context);
    },
  });
}

const nothing = { kind: 'done', output: { rows: [], rowCount: 0, more: false } } as const;

/** MySQL returns no rows of what it changed. */
function returningOf(dialect: DatabaseDialect): { returning?: typeof returningField } {
  return dialect === 'postgres' ? { returning: returningField } : {};
}

function returned({ returning }: { returning?: unknown }): readonly string[] {
  return Array.isArray(returning) ? returning : [];
}

const outputOf = (dialect: DatabaseDialect): string =>
  dialect === 'postgres'
    ? rowsOutput
    : `${rowsOutput}${insertIdOutput} MySQL counts a row that \`upsert\` updates twice.`;
