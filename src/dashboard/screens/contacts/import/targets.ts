import { csvRow } from '../../../ui/csv-row.js';
import type { Table } from './csv.js';

/** The fields of contacts that columns can be mapped to. */
export const fieldsOfContacts = [
  'name',
  'email',
  'phone',
  'company',
  'status',
  'source',
  'tags',
  'doNotContact',
  'assignedTo',
  'customFields',
  'id',
] as const;

/** What other systems call the fields, without spaces and accents. */
const spellings: Record<(typeof fieldsOfContacts)[number], string> = {
  name: 'name fullname contactname nombre nombrecompleto contacto',
  email: 'email mail emailaddress correo correoelectronico',
  phone: 'phone phonenumber mobile mobilephone tel telephone telefono movil celular',
  company: 'company companyname organization organisation empresa',
  status: 'status estado',
  source: 'source leadsource origen',
  tags: 'tags labels etiquetas',
  doNotContact: 'donotcontact unsubscribed nocontactar',
  assignedTo: 'assignedto asignadoa',
  customFields: 'customfields',
  id: 'id',
};

/** Where a column goes: a field of contacts, a custom field of its name, or nowhere. */
export interface Mapping {
  kind: 'field' | 'custom' | 'skip';
  field: string;
}

/** Columns of an export that an import does not need. */
const ignored = new Set(['createdat', 'unsubscribedby', 'updatedat', 'workspaceid', '']);

/** Guesses the fields of columns by their names, each field once. */
export function guessMapping(columns: readonly string[]): Mapping[] {
  const taken = new Set<string>();
  return columns.map((column) => {
    const plain = plainOf(column);
    const field = fieldsOfContacts.find((one) => spellings[one].split(' ').includes(plain));
    if (field && !taken.has(field)) {
      taken.add(field);
      return { kind: 'field', field };
    }
    return ignored.has(plain) ? { kind: 'skip', field: '' } : { kind: 'custom', field: column };
  });
}

/** Whether a column can become a custom field: the names of fields stand for these. */
export const canBeCustom = (column: string): boolean =>
  !ignored.has(plainOf(column)) && !fieldsOfContacts.some((field) => field.toLowerCase() === plainOf(column));

const plainOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/**
 * The columns that are imported, as CSV with the names of the API. Each row begins on the line that it has in the file, where
 * its problems are looked for.
 */
export function csvOf({ columns, rows, lines }: Table, mapping: readonly Mapping[]): string {
  const indexes = columns.flatMap((_, index) => (mapping[index]?.kind === 'skip' ? [] : [index]));
  const fields = indexes.map((index) => mapping[index]?.field ?? '');
  const parts = [csvRow(fields)];
  let line = 1 + linesIn(parts[0]);
  for (const [at, row] of rows.entries()) {
    const cells = indexes.map((index, n) => {
      // The API divides tags by semicolons; many files divide them by commas.
      const cell = row[index] ?? '';
      return fields[n] === 'tags' ? cell.replaceAll(',', ';') : cell;
    });
    const text = `${'\r\n'.repeat(Math.max((lines[at] ?? 0) - line, 0))}${csvRow(cells)}`;
    parts.push(text);
    line += linesIn(text);
  }
  return parts.join('');
}

const linesIn = (text = '') => text.split('\n').length - 1;

/** The fields that more than one column is mapped to. */
export function repeatedTargets(mapping: readonly Mapping[]): string[] {
  const fields = mapping.flatMap(({ kind, field }) => (kind === 'skip' ? [] : [field]));
  return [...new Set(fields.filter((field, index) => fields.indexOf(field) !== index))];
}
