/** What an encrypted text that belongs to no workspace is bound to. */
export interface InstanceContext {
  /** `totp`, … */
  kind: string;
  /** The ID of its row. */
  id: string;
}

/**
 * A column of texts that the instance's key encrypts itself, because they belong to no workspace. Names come from code,
 * never from a request.
 */
export interface InstanceColumn {
  table: string;
  column: string;
  /** The column of the primary key, a UUID. */
  key: string;
  context(id: string): InstanceContext;
}
