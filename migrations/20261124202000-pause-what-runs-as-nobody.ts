import { Migration } from '@mikro-orm/migrations';

const heldBy = (table: string) => `exists (
  select from members m left join api_keys k on k.workspace_id = m.workspace_id and k.created_by = m.user_id and k.revoked_at is null
  where m.workspace_id = ${table}.workspace_id and ${table}.run_as in (m.user_id, k.id))`;

const paused = (table: string) =>
  `is_active = false, updated_at = greatest(now(), ${table}.updated_at + interval '1 millisecond')`;

/** What runs as a revoked API key, or as somebody who is no member, does not run any more: it is paused. */
export class PauseWhatRunsAsNobody extends Migration {
  override up(): void {
    this.addSql(`
      with paused as (
        update flows f set ${paused('f')} where f.is_active and f.run_as is not null and not ${heldBy('f')}
        returning f.workspace_id, f.id
      )
      delete from flow_schedules s using paused p where p.workspace_id = s.workspace_id and p.id = s.flow_id;
      with paused as (
        update webhooks w set ${paused('w')} where w.is_active and w.run_as is not null and not ${heldBy('w')}
        returning w.workspace_id, w.id
      )
      update webhook_deliveries d set status = 'cancelled', due_at = null, finished_at = now(), updated_at = now()
      from paused p where d.workspace_id = p.workspace_id and d.webhook_id = p.id and d.due_at is not null;
    `);
  }
}
