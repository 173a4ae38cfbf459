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
const ignored = new Set(['createdat', 'updatedat', '']);

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

/** The columns that are imported, by the names of the API, and what takes their cells out of a row. */
export function importedColumns(columns: readonly string[], mapping: readonly Mapping[]) {
  const indexes = columns.flatMap((_, index) => (mapping[index]?.kind === 'skip' ? [] : [index]));
  return {
    columns: indexes.map((index) => mapping[index]?.field ?? ''),
    // The API divides tags by semicolons; many files divide them by commas.
    cellsOf: (row: readonly string[]) =>
      indexes.map((index) =>
        mapping[index]?.field === 'tags' ? (row[index] ?? '').replaceAll(',', ';') : (row[index] ?? ''),
      ),
  };
}

/** The fields that more than one column is mapped to. */
export function repeatedTargets(mapping: readonly Mapping[]): string[] {
  const fields = mapping.flatMap(({ kind, field }) => (kind === 'skip' ? [] : [field]));
  return [...new Set(fields.filter((field, index) => fields.indexOf(field) !== index))];
}
