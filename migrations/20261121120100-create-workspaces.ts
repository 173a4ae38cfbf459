import { Migration } from '@mikro-orm/migrations';

/** The tenant, who belongs to it and the keys that act in it. */
export class CreateWorkspaces extends Migration {
  override up(): void {
    this.addSql(`
      create table workspaces (
        id uuid primary key default uuidv7(),
        account_id uuid not null references accounts (id),
        name text not null,
        timezone text not null default 'UTC',
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now()
      );
      create index workspaces_account_id on workspaces (account_id);

      create table members (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        user_id uuid not null references users (id) on delete cascade,
        role text not null check (role in ('OWNER', 'ADMIN', 'EDITOR', 'VIEWER')),
        -- Granted on top of the role's own.
        capabilities text[] not null default '{}',
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        primary key (workspace_id, user_id)
      );
      create index members_user_id on members (user_id);

      create table api_keys (
        id uuid not null default uuidv7(),
        workspace_id uuid not null references workspaces (id) on delete cascade,
        -- Whose rights bound the key's: what the creator loses, the key loses.
        created_by uuid not null references users (id) on delete cascade,
        name text not null,
        -- What is shown of the key in lists.
        prefix text not null,
        -- SHA-256 of the whole key. Unique over all workspaces: the key alone names its workspace.
        key_hash bytea not null unique,
        capabilities text[] not null,
        expires_at timestamptz(3),
        last_used_at timestamptz(3),
        revoked_at timestamptz(3),
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        primary key (workspace_id, id)
      );
      create index api_keys_created_by on api_keys (created_by);
    `);
  }
}
