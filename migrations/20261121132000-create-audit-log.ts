import { Migration } from '@mikro-orm/migrations';

/** Who did what to what. Append only; holds names of fields, never their values. */
export class CreateAuditLog extends Migration {
  override up(): void {
    this.addSql(`
      create table audit_log (
        id uuid not null,
        workspace_id uuid not null references workspaces (id) on delete cascade,
        actor_kind text not null check (actor_kind in ('user', 'apiKey')),
        -- The user, or whose key it was; no foreign key: entries outlive people and keys.
        user_id uuid not null,
        key_id uuid,
        action text not null,
        target_id uuid,
        -- Names of the input's fields.
        fields text[] not null default '{}',
        outcome text not null check (outcome in ('done', 'refused')),
        code text,
        ip text,
        request_id text not null,
        created_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      create index audit_log_user on audit_log (workspace_id, user_id, id);
    `);
  }
}
