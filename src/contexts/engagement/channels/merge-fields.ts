import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import type { ErrorDetail } from '../../../platform/errors/errors.js';
import { foldName, placeholdersOf } from './fill-text.js';

/** The fields of a contact that placeholders can name, as the statements of campaigns and follow-ups select them. */
const contactFields = ['id', 'name', 'email', 'phone', 'company', 'status', 'source', 'tags'];
const workspaceFields = ['workspace.id', 'workspace.name'];
/** Custom fields that an error names. */
const named = 50;
const longestMessage = 4_000;

/** The fields of the contact `c` that placeholders can name, as JSON. */
export const mergeContactSql = `json_build_object('id', c.id, 'name', c.name, 'email', c.email, 'phone', c.phone,
  'company', c.company, 'status', c.status, 'source', c.source, 'tags', c.tags, 'customFields', c.custom_fields)`;

/** The contact whose fields placeholders name. */
export type MergeContact = Readonly<Record<string, unknown>> & { readonly customFields?: unknown };

/** What placeholders can name: the contact's fields and custom fields, with or without `contact.`, and further objects. */
export function mergeValues(contact: MergeContact, further: Readonly<Record<string, object | null>>) {
  const fields = { ...(contact.customFields as object | undefined), ...contact };
  return { ...fields, contact: fields, ...further };
}

/** The names in the placeholders of a WhatsApp template, whose numbers stand for its variables. */
export function namesInTemplate({ body, variables }: { body: string; variables: readonly string[] }): string[] {
  const known = new Set(variables.map(foldName));
  const isOwn = (name: string) => /^\d+$/.test(name) || known.has(foldName(name));
  return [...variables, ...placeholdersOf(body).filter((name) => !isOwn(name))];
}

/** A text whose placeholders are checked: the field that an error names, and their names. */
export interface MergedText {
  field: string;
  names: readonly string[];
}

/**
 * Violations of placeholders that name neither a field of contacts nor a custom field that a contact of the workspace has.
 * @param further other names that the texts may contain, such as `agent.name`
 */
export async function mergeFieldViolations(
  sql: Sql,
  workspaceId: string,
  texts: readonly MergedText[],
  further: readonly string[] = [],
): Promise<ErrorDetail[]> {
  const others = [...workspaceFields, ...further];
  const isOwn = (name: string) => isContactField(name) || others.some((other) => foldName(other) === foldName(name));
  if (texts.every(({ names }) => names.every(isOwn))) return [];
  const custom = await customFieldsOf(sql, workspaceId);
  return texts.flatMap(({ field, names }) => {
    const unknown = names.filter((name) => !isOwn(name) && !isCustomField(name, custom));
    if (unknown.length === 0) return [];
    const listed = unknown.map((name) => `{{${name}}}`).join(', ');
    const known = `Fields: ${[...contactFields, ...others].join(', ')}. Custom fields: ${listOf(custom)}.`;
    const message = `${field} contains ${listed}, which must be a field or a custom field of contacts. ${known}`;
    return [{ field, rule: 'MERGE_FIELD_UNKNOWN', message: message.slice(0, longestMessage) }];
  });
}

function isContactField(name: string): boolean {
  const path = foldName(name).replace(/^contact\s*\.\s*/, '');
  return contactFields.includes(path) || /^tags\s*\.\s*\d+$/.test(path);
}

/** Whether a path names a custom field, or something inside it. */
function isCustomField(name: string, custom: readonly string[]): boolean {
  const path = foldName(name);
  const inContact = path.replace(/^contact\s*\.\s*/, '');
  const paths = [path, inContact, inContact.replace(/^customfields\s*\.\s*/, '')];
  return custom.some((field) => {
    const known = foldName(field);
    return paths.some((one) => one === known || one.startsWith(`${known}.`));
  });
}

function listOf(custom: readonly string[]): string {
  const more = custom.length > named ? ` and ${custom.length - named} more` : '';
  return custom.length > 0 ? `${custom.slice(0, named).join(', ')}${more}` : 'none';
}

/** The keys inside of a JSON column, of which the entities know nothing. */
async function customFieldsOf(sql: Sql, workspaceId: string): Promise<string[]> {
  const text = `/* custom_fields */ select distinct k.name
    from contacts c cross join jsonb_object_keys(c.custom_fields) as k(name)
    where c.workspace_id = $1 and c.custom_fields <> '{}' order by k.name limit 10000`;
  return (await sql.query<{ name: string }>(statement(text, [workspaceId]))).rows.map(({ name }) => name);
}
