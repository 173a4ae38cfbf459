import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Sql } from './database/database.js';
import { tableOf, typed } from './database/typed-sql.js';

/** What is accepted as a phone number; follows the name of the field. */
export const phoneRule =
  'must be a phone number with its country code: + or 00, then 7 to 15 digits, for example +34600000001';

const international = /^(?:\+|00)([1-9]\d{6,14})$/;
/** A number as it is dialled within its country: digits, and what is written between them. */
const national = /^[\s().\-/\u2010-\u2015]*(?:\d[\s().\-/\u2010-\u2015]*){5,15}$/;
const longest = 60;

let currentCountry: string | null = null;

/**
 * Reads the phone numbers of `read` as those of a country. For parsers that cannot be handed a country, such as the fields
 * of nodes; `read` must not be asynchronous.
 * @param country ISO 3166-1 alpha-2; null if the workspace has none
 */
export function inCountry<T>(country: string | null, read: () => T): T {
  const outer = currentCountry;
  currentCountry = country;
  try {
    return read();
  } finally {
    currentCountry = outer;
  }
}

/**
 * A phone number in E.164. A number behind + or 00 has its country code; blanks, dashes, dots and brackets in it are
 * dropped. Any other one is read by the numbering plan of the country. Null for anything else: without a country a
 * national number is ambiguous, and so is whether the 0 of `(0)` belongs to an international one.
 * @param country the workspace's, as ISO 3166-1 alpha-2. Defaults to that of `inCountry`.
 */
export function parsePhone(text: string, country: string | null = currentCountry): string | null {
  if (text.length > longest) return null;
  const [, digits] = international.exec(text.replace(/[\s().\-\u2010-\u2015]/g, '')) ?? [];
  if (digits !== undefined) return /\(\s*0\s*\)/.test(text) ? null : `+${digits}`;
  return country === null ? null : parseNational(text, country);
}

function parseNational(text: string, country: string): string | null {
  if (!isNationalForm(text)) return null;
  const parsed = parsePhoneNumberFromString(text, {
    defaultCountry: country as CountryCode,
    extract: false,
  });
  return parsed?.isValid() ? parsed.number : null;
}

/** Whether a text may be a phone number without its country code: only the country of the workspace can tell. */
export function isNationalForm(text: string): boolean {
  return text.length <= longest && national.test(text) && !text.trim().startsWith('00');
}

const workspaces = tableOf<{ id: string; country: string | null }>()('workspaces');

/** The country whose numbering plan a workspace uses for numbers without a country code; null if none is set. */
export async function countryOfWorkspace(sql: Sql, workspaceId: string): Promise<string | null> {
  const workspace = await typed(sql, 'country_of_workspace', workspaces)
    .selectFrom('workspaces')
    .select('country')
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  return workspace?.country ?? null;
}
