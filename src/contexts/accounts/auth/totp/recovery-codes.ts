import { createHash, randomBytes } from 'node:crypto';
import type { Sql } from '../../../../platform/database/database.js';

const codes = 10;
/** Without characters that look alike: 5 bits each. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLength = 4;

/** Gives a user new recovery codes, which replace the earlier ones. @returns them; only their hashes are stored */
export async function replaceRecoveryCodes(sql: Sql, userId: string): Promise<string[]> {
  const fresh = Array.from({ length: codes }, newCode);
  await sql.query('/* delete_recovery_codes */ delete from recovery_codes where user_id = $1', [userId]);
  await sql.query(
    '/* create_recovery_codes */ insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])',
    [userId, fresh.map((code) => hashCode(userId, code))],
  );
  return fresh;
}

/** Uses a recovery code, with or without its hyphens. @returns false if it is unknown or was used before */
export async function spendRecoveryCode(sql: Sql, userId: string, code: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    '/* use_recovery_code */ delete from recovery_codes where user_id = $1 and code_hash = $2',
    [userId, hashCode(userId, code)],
  );
  return rowCount === 1;
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
