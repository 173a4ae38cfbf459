import type { JsonSchema } from './schema-book.js';

const violation = {
  line: { type: 'integer', description: 'The line of the file, from 1.' },
  field: { type: 'string', description: 'The field of the row; empty for the row as a whole.' },
  message: { type: 'string', description: 'What is wrong, and what is accepted.' },
};
const counts = {
  rows: 'The number of rows in the file.',
  created: 'The number of created records.',
  updated: 'The number of updated records.',
  unchanged: 'The number of rows that changed nothing.',
  failed: 'The number of rows with errors, which were not stored.',
};

/** See `CsvOutcome`. */
export const csvOutcomeSchema: JsonSchema = {
  type: 'object',
  description: 'The result of the file.',
  properties: {
    ...Object.fromEntries(
      Object.entries(counts).map(([name, description]) => [name, { type: 'integer', minimum: 0, description }]),
    ),
    errors: {
      type: 'array',
      description: 'The first 1000 errors, by line.',
      items: { type: 'object', properties: violation, required: Object.keys(violation) },
    },
  },
  required: [...Object.keys(counts), 'errors'],
};
