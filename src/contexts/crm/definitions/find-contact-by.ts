import { statement } from '../../../platform/database/statement.js';
import { validationFailed } from '../../../platform/errors/errors.js';
import { isUuid } from '../../../platform/graphql/context.js';
import { countryOfWorkspace, isNationalForm, parsePhone } from '../../../platform/phone-number.js';
import { columnOf, type RecordScope, readRow } from '../../../platform/records/index.js';
import { type Contact, contactFields, contacts } from './contact.record.js';

/**
 * Finds the oldest contact that matches all conditions of a filter: by ID, tag, any simple field, or the name of a custom
 * field. Not typed, because any field can be asked for.
 * @throws AppError VALIDATION_FAILED for values that are not simple
 */
export async function findContactBy(
  scope: RecordScope,
  filter: Readonly<Record<string, unknown>>,
): Promise<Contact | null> {
  const values: unknown[] = [scope.workspaceId];
  const isShort = typeof filter.phone === 'string' && isNationalForm(filter.phone);
  const country = isShort ? await countryOfWorkspace(scope.sql, scope.workspaceId) : null;
  const conditions = Object.entries(filter).map(([name, value]) => {
    const isSimple = ['string', 'number', 'boolean'].includes(typeof value);
    if (!isSimple)
      throw validationFailed([{ field: name, message: `${name} must be a string, a number or a boolean.` }]);
    const text = String(value);
    if (['id', 'assignedTo'].includes(name)) {
      return isUuid(text) ? `r.${columnOf(name)} = $${values.push(text)}` : 'false';
    }
    if (name === 'tag') {
      return `r.id in (select t.contact_id from contact_tags t where t.workspace_id = $1 and t.tag = $${values.push(text)})`;
    }
    if (name === 'email') return `r.email = $${values.push(text.trim().toLowerCase())}`;
    if (name === 'phone') return `r.phone = $${values.push(parsePhone(text, country) ?? text)}`;
    const field = (contactFields as Record<string, { sqlType: string }>)[name];
    if (field?.sqlType === 'boolean') return `r.${columnOf(name)} = $${values.push(value === true || text === 'true')}`;
    if (field?.sqlType === 'text') return `r.${columnOf(name)} = $${values.push(text)}`;
    const key = values.push(name);
    return `r.custom_fields ->> $${key} = $${values.push(text)}`;
  });
  const text = `/* find_contact_by */ select r.id from contacts r
    where r.workspace_id = $1 and ${conditions.join(' and ')} order by r.created_at, r.id limit 1`;
  const { rows } = await scope.sql.query<{ id: string }>(statement(text, values));
  return rows[0] ? readRow<Contact>(scope.sql, contacts, { workspaceId: scope.workspaceId, id: rows[0].id }) : null;
}
