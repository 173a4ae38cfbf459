import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Lets one transaction at a time move or delete folders of a workspace: two moves that are right alone can make a
 * circle together.
 */
export async function lockFolders(em: EntityManager, workspaceId: string): Promise<void> {
  await em.execute(`/* lock_folders */ select pg_advisory_xact_lock(hashtextextended(?, 0))`, [
    `flow_folders:${workspaceId}`,
  ]);
}
