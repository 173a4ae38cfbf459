import type { TestApp } from '../../../support/app.js';

/** An entry as the database has it. */
export interface StoredEntry {
  workspace_id: string;
  actor_kind: string;
  user_id: string | null;
  actor: string | null;
  action: string;
  target_id: string | null;
  outcome: string;
  code: string | null;
  ip: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** The entries of a chain in their order, without what the server does by itself in the setup of a test. */
export async function storedEntries(app: TestApp, workspaceId: string, action?: string): Promise<StoredEntry[]> {
  const { rows } = await app.services.db.pool.query<StoredEntry>(
    'select * from audit_log where workspace_id = $1 and ($2::text is null or action = $2) order by position',
    [workspaceId, action ?? null],
  );
  return rows;
}
