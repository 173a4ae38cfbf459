import { z } from 'zod';
import { filledText, numberField, optionalField } from '../field-kinds.js';
import { rateField } from '../rate-field.js';
import { rowOperators } from './database-sql.js';

const rowsOfInsertAtMost = 10_000;
const name = z
  .string()
  .min(1)
  .max(63)
  .refine((text) => !text.includes('\0'), 'must not contain the character U+0000');
/** The name of a column, which is a key: another rule would reject the whole object without saying why. */
const values = z.record(name, z.unknown());

/** What every node of a database has. */
export const commonFields = {
  connection: z
    .string()
    .min(1)
    .max(200)
    .describe(
      'The name or ID of a connection of the workspace whose kind is `database`. It is written out: an expression cannot compute it.',
    ),
  timeoutMs: optionalField(numberField(z.int().min(100).max(600_000))).describe(
    'After how many milliseconds the statement is cancelled, at most 600,000. Defaults to 30,000.',
  ),
  rate: optionalField(
    rateField.extend({
      key: optionalField(filledText(200)).describe(
        'What the rate is for. All steps of the workspace with the same key share it. Defaults to the connection.',
      ),
    }),
  ).describe(
    'How many statements may start in a time, in all executions of the workspace together. The step waits for its turn, at most 24 hours.',
  ),
};

export const maxRowsField = optionalField(numberField(z.int().min(1).max(50_000))).describe(
  'The most rows of the output, at most 50,000; there are fewer where they have more than 9 MiB as JSON. `more` says whether there are others. Defaults to 1,000.',
);

/** Which table. */
export const tableFields = {
  schema: optionalField(name).describe(
    'The schema of the table, or its database in MySQL. Defaults to that of the connection.',
  ),
  table: name.describe('The name of the table, exactly as the database has it.'),
};

const condition = z.object({
  column: name.describe('The name of the column.'),
  operator: optionalField(z.enum(rowOperators)).describe(
    'How the column is compared. `in` and `notIn` take a list, `isNull` and `isNotNull` no value. Defaults to `=`.',
  ),
  value: z.unknown().optional().describe('What it is compared with, which is bound. Null finds rows without a value.'),
});

const matchField = optionalField(z.enum(['all', 'any'])).describe(
  'Whether `all` conditions must hold for a row, or `any` of them. Defaults to `all`.',
);

/** Which rows; all where there is no condition. */
export const filterFields = {
  where: optionalField(z.array(condition).max(100)).describe('Which rows: conditions on their columns.'),
  match: matchField,
};

/** Which rows are changed: never all because a condition was forgotten. */
export const changedFields = {
  where: z
    .array(condition)
    .min(1)
    .max(100)
    .describe('Which rows: at least one condition on their columns. To change all rows, use `query`.'),
  match: matchField,
};

export const rowsField = z
  .preprocess(
    (value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? [value] : value),
    z.array(values).max(rowsOfInsertAtMost),
  )
  .describe(
    'A row, or a list of at most 10,000 rows, which are written by one statement: all of them or none. Each is an object of values by column; a column that a row does not have gets its default.',
  );

export const keysField = z
  .array(name)
  .min(1)
  .max(32)
  .describe('The columns by which a row is found that is there already. They need a primary key or a unique index.');

export const valuesField = values
  .refine((row) => Object.keys(row).length > 0, 'must have at least one column')
  .describe('The new values by column.');

export const columnsField = optionalField(z.array(name).max(1_000)).describe(
  'The columns of the rows. Defaults to all.',
);

export const orderField = optionalField(
  z
    .array(
      z.object({
        column: name.describe('The name of the column.'),
        descending: optionalField(z.boolean()).describe('Whether the largest value is first. Defaults to false.'),
      }),
    )
    .max(32),
).describe('By which columns the rows are sorted. Without it their order is not defined.');

export const returningField = optionalField(z.array(name).max(1_000)).describe(
  'The columns of the changed rows that are returned, for example an `id` that the database gave; `["*"]` for all. Defaults to none.',
);

/** Text of SQL, as it is written: what is not, is bound. */
export function sqlField(placeholder: string) {
  return z
    .string()
    .min(1)
    .max(100_000)
    .refine(
      (text) => !text.includes('{{'),
      `must not contain an expression. Write ${placeholder} where the value belongs, and the expression in the field "parameters"`,
    );
}

export const parametersField = z.array(z.unknown()).max(65_535);
