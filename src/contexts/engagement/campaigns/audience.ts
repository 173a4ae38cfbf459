import { z } from 'zod';
import type { Access } from '../../../platform/access/principal.js';
import type { Sql } from '../../../platform/database/database.js';
import { AppError, type ErrorDetail } from '../../../platform/errors/errors.js';
import { recordFilters } from '../../../platform/records/index.js';
import { contactStatuses, contacts } from '../../crm/definitions/index.js';

const word = z.string().min(1).max(200);

/** Which contacts: all of them, or those that match every given filter. */
const audienceShape = z.strictObject({
  all: z.literal(true).optional(),
  contactIds: z.array(z.uuid()).min(1).max(10_000).optional(),
  tags: z.array(word).min(1).max(50).optional(),
  status: z.enum(contactStatuses).optional(),
  source: word.optional(),
  company: word.optional(),
  assignedTo: z.uuid().optional(),
  search: word.optional(),
});

export type Audience = z.infer<typeof audienceShape>;

/** For the schema and the documentation. */
export const audienceDescription =
  'Contacts to send to: `{"all": true}`, or those that match every given filter: `contactIds` (at most 10,000), `tags` (any of ' +
  'them), `status`, `source`, `company`, `assignedTo` and `search`, which require the capability contacts:read when they are set.';

const accepted: Readonly<Record<keyof Audience, string>> = {
  all: 'true, if it is sent',
  contactIds: 'a list of 1 to 10000 contact IDs',
  tags: 'a list of 1 to 50 tags',
  status: `one of: ${contactStatuses.join(', ')}`,
  source: 'a text of 1 to 200 characters',
  company: 'a text of 1 to 200 characters',
  assignedTo: 'the user ID of a member',
  search: 'a text of 1 to 200 characters',
};
const keys = Object.keys(accepted) as (keyof Audience)[];

/** Violations of an audience as it was sent. An empty object is allowed: no contacts have been chosen yet. */
export async function audienceViolations(sql: Sql, workspaceId: string, sent: unknown): Promise<ErrorDetail[]> {
  const parsed = audienceShape.safeParse(sent);
  if (!parsed.success) {
    const wrong = new Set(
      parsed.error.issues.flatMap(({ path, ...issue }) => ('keys' in issue ? issue.keys : [path[0]])),
    );
    return [...wrong].map((key) => violationOf(String(key)));
  }
  const { all, contactIds } = parsed.data;
  if (all && Object.keys(parsed.data).length > 1) {
    const message = 'audience.all must not be combined with other filters.';
    return [{ field: 'audience.all', rule: 'NOT_ALLOWED_WITH', message }];
  }
  if (!contactIds) return [];
  // Of up to 10,000 IDs only one that is unknown is sent back.
  const { rows } = await sql.query<{ id: string }>(
    `/* unknown_audience */ select n.id from unnest($2::uuid[]) n(id)
     where not exists (select from contacts c where c.workspace_id = $1 and c.id = n.id) limit 1`,
    [workspaceId, contactIds],
  );
  const message = `audience.contactIds must be IDs of contacts in this workspace; ${rows[0]?.id} was not found.`;
  return rows[0] ? [{ field: 'audience.contactIds', rule: 'REFERENCE_UNKNOWN', message }] : [];
}

function violationOf(key: string): ErrorDetail {
  const values = accepted[key as keyof Audience];
  const message = values
    ? `audience.${key} must be ${values}.`
    : `audience.${key} is not allowed. Allowed fields: ${keys.join(', ')}.`;
  return { field: `audience.${key}`, rule: 'AUDIENCE_INVALID', message };
}

/** The filters that compare fields of contacts. The others say nothing of the contacts that they choose. */
const comparing = keys.filter((key) => key !== 'all' && key !== 'contactIds');

/**
 * Requires `contacts:read` for filters that compare fields of contacts: how many they choose says what the fields have.
 * @throws AppError FORBIDDEN that names the filters
 */
export function requireComparable({ capabilities }: Pick<Access, 'capabilities'>, audience: object): void {
  const compared = comparing.filter((key) => key in audience);
  if (compared.length === 0 || capabilities.has('contacts:read')) return;
  const details = compared.map((key) => ({
    field: `audience.${key}`,
    message: `audience.${key} requires the capability contacts:read.`,
  }));
  throw new AppError(
    'FORBIDDEN',
    `${details[0]?.message} Ask an owner or admin of the workspace to grant it.`,
    details,
  );
}

/** Whether the audience chooses any contacts. */
export function choosesContacts(audience: object): boolean {
  return Object.keys(audience).length > 0;
}

/** The SQL conditions on contacts (as `r`) of a validated audience; $1 is the workspace. */
export function audienceConditions(
  workspaceId: string,
  audience: Audience,
): { conditions: string[]; values: unknown[] } {
  const { all: _, contactIds, tags, ...filters } = audience;
  const { conditions, values } = recordFilters(contacts, filters, { workspaceId });
  if (contactIds) conditions.push(`r.id = any($${values.push(contactIds)}::uuid[])`);
  if (tags) conditions.push(`r.tags && $${values.push(tags)}::text[]`);
  return { conditions, values };
}
