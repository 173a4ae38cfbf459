import { createHash } from 'node:crypto';

/**
 * The ID that stands for a record in the examples of the documentation: `exampleId('contactId')`. It has the form of a real
 * one. The page `/docs` replaces it by the ID of a record of the reader.
 */
export function exampleId(name: string): string {
  const end = createHash('sha256').update(name).digest('hex').slice(0, 12);
  return `01980000-0000-7000-8000-${end}`;
}
