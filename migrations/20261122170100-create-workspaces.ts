import { Migration } from '@mikro-orm/migrations';

/** The tenant with its row-level security, who belongs to it, the keys that act in it, and the log of what was done. */
export class CreateWorkspaces extends Migration {
  override up(): void {
    this.addSql(`
      -- Ends the definition of each table of a workspace: select enable_tenant_isolation('contacts'). A connection that is walled in
      -- reaches the rows of the workspace it names and no others, whatever its statements say: see docs/adr/0020.
      create function enable_tenant_isolation(target regclass, workspace_column name default 'workspace_id') returns void
      language plpgsql as $function$
      begin
        execute format('alter table %s enable row level security', target);
        -- The server's role owns its tables, and owners pass by what is not forced.
        execute format('alter table %s force row level security', target);
        -- As subqueries the settings are read once a statement, not once a row. A walled connection that names no
        -- workspace compares with null: it sees nothing.
        execute format($policy$
          create policy own_workspace on %s using (
            (select current_setting('app.walled', true)) is distinct from 'on'
            or %I = (select nullif(current_setting('app.workspace_id', true), '')::uuid)
          )
        $policy$, target, workspace_column);
      end
      $function$;

      create table workspaces (
        id uuid primary key default uuidv7(),
        account_id uuid not null references accounts (id),
        name text not null,
        timezone text not null default 'UTC',
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now()
      );
      create index workspaces_account_id on workspaces (account_id);
      select enable_tenant_isolation('workspaces', 'id');

      create table members (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        user_id uuid not null references users (id) on delete cascade,
        role text not null check (role in ('OWNER', 'ADMIN', 'EDITOR', 'VIEWER')),
        -- Granted in addition to the role's own. Here as in every list of texts: a null element is a bug of the writer,
        -- and readers do not expect one.
        capabilities text[] not null default '{}' check (array_position(capabilities, null) is null),
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        primary key (workspace_id, user_id)
      );
      create index members_user_id on members (user_id);
      select enable_tenant_isolation('members');

      -- A row is deleted when the invitation is accepted or revoked.
      create table invitations (
        id uuid not null default uuidv7(),
        workspace_id uuid not null references workspaces (id) on delete cascade,
        email citext not null,
        role text not null check (role in ('OWNER', 'ADMIN', 'EDITOR', 'VIEWER')),
        -- Granted in addition to the role's own.
        capabilities text[] not null default '{}' check (array_position(capabilities, null) is null),
        -- SHA-256 of the latest token. Unique over all workspaces: the token alone names its row.
        token_hash bytea not null unique,
        expires_at timestamptz(3) not null,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        primary key (workspace_id, id),
        unique (workspace_id, email)
      );
      select enable_tenant_isolation('invitations');

      create table api_keys (
        id uuid not null default uuidv7(),
        workspace_id uuid not null references workspaces (id) on delete cascade,
        -- Whose rights limit the key's: what the creator loses, the key loses.
        created_by uuid not null references users (id) on delete cascade,
        name text not null,
        -- What lists show of the key.
        prefix text not null,
        -- SHA-256 of the whole key. Unique over all workspaces: the key alone names its workspace.
        key_hash bytea not null unique,
        capabilities text[] not null check (array_position(capabilities, null) is null),
        expires_at timestamptz(3),
        last_used_at timestamptz(3),
        revoked_at timestamptz(3),
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        primary key (workspace_id, id)
      );
      create index api_keys_created_by on api_keys (created_by);
      select enable_tenant_isolation('api_keys');

      -- Who did what to what. Append-only; holds names of fields, never their values.
      create table audit_log (
        id uuid not null,
        workspace_id uuid not null references workspaces (id) on delete cascade,
        -- link: a decision made by an approval link, without an account.
        actor_kind text not null check (actor_kind in ('user', 'apiKey', 'link')),
        -- The user, or whose key it was; no foreign key: entries outlive users and keys.
        user_id uuid,
        key_id uuid,
        action text not null,
        target_id uuid,
        -- Names of the input's fields.
        fields text[] not null default '{}' check (array_position(fields, null) is null),
        outcome text not null check (outcome in ('done', 'refused')),
        code text,
        ip text,
        request_id text not null,
        created_at timestamptz(3) not null,
        -- Of a link: for whom it was created.
        actor text,
        details json,
        primary key (workspace_id, id),
        constraint audit_log_actor check (case when actor_kind = 'link' then actor is not null else user_id is not null end)
      );
      create index audit_log_user on audit_log (workspace_id, user_id, id);
      select enable_tenant_isolation('audit_log');
    `);
  }
}
