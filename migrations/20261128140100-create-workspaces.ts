import { Migration } from '@mikro-orm/migrations';

/** The tenant with its row-level security and its limits, who belongs to it, and the keys that act in it. */
export class CreateWorkspaces extends Migration {
  override up(): void {
    this.addSql(`
      -- Ends the definition of each table of a workspace: select enable_tenant_isolation('contacts'). A connection reaches the
      -- rows of the workspace that it names and no others, whatever its statements say, unless it says that it works on all: see
      -- docs/decisions/tenancy.md.
      create function enable_tenant_isolation(target regclass, workspace_column name default 'workspace_id') returns void
      language plpgsql as $function$
      begin
        execute format('alter table %s enable row level security', target);
        -- The server's role owns its tables, and owners pass by what is not forced.
        execute format('alter table %s force row level security', target);
        -- As subqueries the settings are read once a statement, not once a row. What was not said compares with null: nothing is
        -- seen.
        execute format($policy$
          create policy own_workspace on %s using (
            (select current_setting('app.tenant_scope', true)) = 'off'
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
        updated_at timestamptz(3) not null default now(),
        -- The flow that gets the failures of flows without an error flow of their own; its foreign key stands with flows.
        default_error_flow_id uuid,
        -- {name: limit}: what the operator set for this workspace instead of the defaults.
        quotas jsonb not null default '{}',
        -- Its share of the slots of a process, beside workspaces with a weight of 1.
        work_weight smallint not null default 1 check (work_weight between 1 and 100),
        -- Credits that all operations of the workspace may cost; null for no limit.
        daily_budget numeric(18, 6) check (daily_budget >= 0),
        monthly_budget numeric(18, 6) check (monthly_budget >= 0),
        -- ISO 3166, two letters: by it phone numbers without a country code are read. Without one, they are rejected.
        country text check (country ~ '^[A-Z]{2}$'),
        -- Of the sender, in the footer of marketing emails, as CAN-SPAM requires.
        postal_address text
      );
      create index workspaces_account_id on workspaces (account_id);
      -- All that differ from the defaults are read at once: they are few.
      create index workspaces_own_limits on workspaces (id) where quotas <> '{}' or work_weight <> 1;
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
        -- Those of its role that it does not have.
        denied_capabilities text[] not null default '{}' check (array_position(denied_capabilities, null) is null),
        -- The users with an unverified email through whom it was granted: the granting one, and those through whom that one
        -- has their own membership. Who proves the email of one of them did not grant it.
        unproven_grantors uuid[] not null default '{}',
        primary key (workspace_id, user_id)
      );
      create index members_user_id on members (user_id);
      create index members_unproven_grantors on members using gin (unproven_grantors);
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
        denied_capabilities text[] not null default '{}' check (array_position(denied_capabilities, null) is null),
        -- As in members.
        unproven_grantors uuid[] not null default '{}',
        -- Whether the token was only mailed, by the server itself: who has it reads the mails of the invited address.
        proves_email boolean not null default false,
        -- Who gave it: it gives no more than they have.
        granted_by uuid,
        primary key (workspace_id, id),
        unique (workspace_id, email)
      );
      create index invitations_unproven_grantors on invitations using gin (unproven_grantors);
      create index invitations_granted_by on invitations (workspace_id, granted_by);
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

      -- The addresses from which an API key was used, as networks of one customer.
      create table api_key_addresses (
        workspace_id uuid not null,
        key_id uuid not null,
        address text not null,
        first_used_at timestamptz(3) not null,
        primary key (workspace_id, key_id, address),
        foreign key (workspace_id, key_id) references api_keys (workspace_id, id) on delete cascade
      );
      select enable_tenant_isolation('api_key_addresses');

      -- Bytes that a workspace stores. A transaction counts in the row of its own connection, which no other one writes: none
      -- waits for another, however long it stays open. The sum is that of the rows. Those of closed connections are added up
      -- now and then.
      create table workspace_storage (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        backend integer not null default pg_backend_pid(),
        bytes bigint not null,
        state_entries bigint not null default 0,
        primary key (workspace_id, backend)
      );
      select enable_tenant_isolation('workspace_storage');

      -- The time until which the starts of a workspace are booked, each taking a minute divided by the limit. Written by
      -- each process about once a second. Lost with a crash of Postgres, which costs a minute's count.
      create unlogged table execution_start_rates (
        workspace_id uuid primary key references workspaces (id) on delete cascade,
        booked_until timestamptz not null
      );
      select enable_tenant_isolation('execution_start_rates');

      -- What was refused, so that nothing is dropped silently.
      create table quota_refusals (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        name text not null,
        refused bigint not null,
        refused_at timestamptz(3) not null,
        primary key (workspace_id, name)
      );
      select enable_tenant_isolation('quota_refusals');
    `);
  }
}
