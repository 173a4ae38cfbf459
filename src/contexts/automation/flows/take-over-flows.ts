import type { Sql } from '../../../platform/database/database.js';

interface RemovedMember {
  workspaceId: string;
  userId: string;
  /** The member themselves if they left. */
  removedBy: string;
}

/**
 * Lets the flows that run as a removed member, or as one of their API keys, run as the member who removed them, so that
 * automations do not stop because a person leaves. If the member left, they run as the owner who joined first.
 */
export async function takeOverFlows(tx: Sql, { workspaceId, userId, removedBy }: RemovedMember): Promise<void> {
  await tx.query(
    `/* take_over_flows */ update flows f set run_as = case when $3::uuid <> $2 then $3 else (
         select m.user_id from members m where m.workspace_id = $1 and m.role = 'OWNER' and m.user_id <> $2
         order by m.created_at, m.user_id limit 1) end
     where f.workspace_id = $1 and (f.run_as = $2 or f.run_as in (
       select k.id from api_keys k where k.workspace_id = $1 and k.created_by = $2))`,
    [workspaceId, userId, removedBy],
  );
}
