import { randomBytes } from 'node:crypto';

/** A name of a database and its user that no other test has. */
export const ownDatabaseName = (): string => `foreign_${randomBytes(6).toString('hex')}`;
