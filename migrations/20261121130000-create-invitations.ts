import { Migration } from '@mikro-orm/migrations';

/** People who were asked to join a workspace and have not yet. A row goes when it is accepted or revoked. */
export class CreateInvitations extends Migration {
  override up(): void {
    this.addSql(`
      create table invitations (
        id uuid not null default uuidv7(),
        workspace_id uuid not null references workspaces (id) on delete cascade,
        email citext not null,
        role text not null check (role in ('OWNER', 'ADMIN', 'EDITOR', 'VIEWER')),
        -- Granted on top of the role's own.
        capabilities text[] not null default '{}',
        -- SHA-256 of the token that was handed out last. Unique over all workspaces: the token alone names its row.
        token_hash bytea not null unique,
        expires_at timestamptz(3) not null,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        primary key (workspace_id, id),
        unique (workspace_id, email)
      );
    `);
  }
}
