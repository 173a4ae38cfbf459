import { createHash, randomBytes } from 'node:crypto';
import type { Sql } from '../../../../platform/database/database.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { recoveryCodes } from '../totp.entity.js';

const codes = 10;
/** Without characters that look alike: 5 bits each. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLength = 4;

/** Gives a user new recovery codes, which replace the earlier ones. @returns them; only their hashes are stored */
export async function replaceRecoveryCodes(sql: Sql, userId: string): Promise<string[]> {
  const fresh = Array.from({ length: codes }, newCode);
  await typed(sql, 'delete_recovery_codes', recoveryCodes)
    .deleteFrom('recovery_codes')
    .where('userId', '=', userId)
    .execute();
  await typed(sql, 'create_recovery_codes', recoveryCodes)
    .insertInto('recovery_codes')
    .values(fresh.map((code) => ({ userId, codeHash: hashCode(userId, code) })))
    .execute();
  return fresh;
}

/** Uses a recovery code, with or without its hyphens. @returns false if it is unknown or was used before */
export async function spendRecoveryCode(sql: Sql, userId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await typed(sql, 'use_recovery_code', recoveryCodes)
    .deleteFrom('recovery_codes')
    .where('userId', '=', userId)
    .where('codeHash', '=', hashCode(userId, code))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

function newCode(): string {
  const letters = Array.from(randomBytes(groups * groupLength), (byte) => alphabet[byte % alphabet.length]).join('');
  return (letters.match(new RegExp(`.{${groupLength}}`, 'g')) as string[]).join('-');
}

/** A plain hash is enough: 80 random bits cannot be guessed. */
function hashCode(userId: string, code: string): Buffer {
  const letters = code.toLowerCase().replace(/[\s-]/g, '');
  return createHash('sha256').update(`${userId}:${letters}`).digest();
}
