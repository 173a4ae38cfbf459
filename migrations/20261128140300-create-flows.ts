import { Migration } from '@mikro-orm/migrations';

/** Flows: folders, versions of graphs, drafts, what starts them, what they refer to, and templates for new ones. */
export class CreateFlows extends Migration {
  override up(): void {
    this.addSql(`
      create table flow_folders (
        id uuid not null default uuidv7(),
        workspace_id uuid not null references workspaces (id) on delete cascade,
        name text not null,
        parent_id uuid,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        primary key (workspace_id, id),
        foreign key (workspace_id, parent_id) references flow_folders (workspace_id, id)
      );
      create index flow_folders_parent on flow_folders (workspace_id, parent_id) where parent_id is not null;
      select enable_tenant_isolation('flow_folders');

      create table flows (
        id uuid not null default uuidv7(),
        workspace_id uuid not null references workspaces (id) on delete cascade,
        name text not null,
        description text not null default '',
        -- json, not jsonb: the parameters of a tool are read back in the order in which they were written.
        settings json not null,
        tags text[] not null default '{}' check (array_position(tags, null) is null),
        folder_id uuid,
        is_active boolean not null default false,
        version integer not null default 1,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        -- The user or API key whose rights the executions of its triggers have.
        run_as uuid,
        primary key (workspace_id, id),
        foreign key (workspace_id, folder_id) references flow_folders (workspace_id, id)
      );
      create index flows_created on flows (workspace_id, created_at, id);
      -- Pages and totals of the active ones, whatever the number of drafts.
      create index flows_active on flows (workspace_id, created_at, id) where is_active;
      create index flows_updated on flows (workspace_id, updated_at, id);
      create index flows_name on flows (workspace_id, name, id);
      create index flows_folder on flows (workspace_id, folder_id, id) where folder_id is not null;
      -- Over all workspaces: flows that keep their executions otherwise than the server does.
      create index flows_retention on flows (workspace_id, id) where (settings -> 'retention') is not null;
      -- What runs as a member or an API key is looked for with each of a list of them, and in the transaction that ends them.
      create index flows_run_as on flows (workspace_id, run_as, id) where is_active;
      select enable_tenant_isolation('flows');

      -- Flows refer to workspaces, and workspaces to one of their flows.
      alter table workspaces add foreign key (id, default_error_flow_id) references flows (workspace_id, id)
        on delete set null (default_error_flow_id);

      -- Each label of a flow in a row: no index of an array serves row-level security. Written by triggers.
      create table flow_tags (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        tag text not null,
        flow_id uuid not null,
        primary key (workspace_id, tag, flow_id),
        foreign key (workspace_id, flow_id) references flows (workspace_id, id) on delete cascade
      );
      create index flow_tags_flow on flow_tags (workspace_id, flow_id);
      select enable_tenant_isolation('flow_tags');

      create function write_flow_tags() returns trigger language plpgsql as $function$
      begin
        if tg_op = 'UPDATE' then
          delete from flow_tags t where t.workspace_id = new.workspace_id and t.flow_id = new.id and t.tag <> all (new.tags);
        end if;
        insert into flow_tags (workspace_id, tag, flow_id)
        select new.workspace_id, tag, new.id from unnest(new.tags) tag on conflict do nothing;
        return null;
      end
      $function$;
      create trigger write_tags_of_created after insert on flows for each row
        when (new.tags <> '{}') execute function write_flow_tags();
      create trigger write_tags after update of tags on flows for each row
        when (new.tags <> old.tags) execute function write_flow_tags();

      -- The only place of a graph: flows.version names the current row, an execution the one it started with: see
      -- docs/decisions/flows-and-nodes.md. json, not jsonb: a graph is read back as it was sent, and never searched inside.
      create table flow_versions (
        workspace_id uuid not null,
        flow_id uuid not null,
        version integer not null,
        name text not null,
        description text not null,
        nodes json not null,
        edges json not null,
        variables json not null,
        settings json not null,
        tags text[] not null check (array_position(tags, null) is null),
        folder_id uuid,
        created_by uuid,
        created_at timestamptz(3) not null default now(),
        message text,
        primary key (workspace_id, flow_id, version),
        -- None to flows: the versions of a deleted flow stay for its executions.
        foreign key (workspace_id) references workspaces (id) on delete cascade
      );
      select enable_tenant_isolation('flow_versions');

      -- What is saved, but not published: at most one of each flow. base_version: the version that it began from.
      create table flow_drafts (
        workspace_id uuid not null,
        flow_id uuid not null,
        nodes json not null,
        edges json not null,
        variables json not null,
        settings json not null,
        base_version integer not null,
        revision uuid not null,
        updated_by uuid,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, flow_id),
        foreign key (workspace_id, flow_id) references flows (workspace_id, id) on delete cascade
      );
      select enable_tenant_isolation('flow_drafts');

      -- What starts each flow: a row for each trigger of its current version, written with it. Without one in the graph, a row
      -- with an empty node_id for what its settings say.
      create table flow_triggers (
        workspace_id uuid not null,
        id uuid not null default uuidv7(),
        flow_id uuid not null,
        node_id text not null,
        -- Among the triggers of the flow, from 0.
        position integer not null,
        type text not null,
        -- json, not jsonb: the parameters of a tool are read back in the order in which they were written.
        config json not null,
        -- A copy: whether the flow is active and the node is not disabled.
        is_active boolean not null,
        -- The event that starts the flow while the trigger is active: a type of CRM event, voice_call. and a state of the
        -- call, or execution.failed. A column of its own, because policies let equality use an index.
        starts_on text generated always as (case
          when not is_active then null
          when type = 'crm_event' then json_extract_path_text(config, 'eventType')
          when type = 'voice_call' then 'voice_call.' || coalesce(json_extract_path_text(config, 'event'), 'completed')
          when type = 'execution_failed' then 'execution.failed'
        end) stored,
        -- Of a webhook. The token finds it by its hash, over all workspaces; its owner reads it from the encrypted copy.
        token_hash bytea unique,
        encrypted_token text,
        -- Of an active schedule: when it starts the flow next, null where it never does again. Of one that polls: when it does.
        due_at timestamptz(3),
        -- Of one that polls: {cursor, isPrimed, remembered, failures, error, at}. polls counts the claims.
        poll json,
        polls integer not null default 0,
        primary key (workspace_id, id),
        unique (workspace_id, flow_id, node_id),
        foreign key (workspace_id, flow_id) references flows (workspace_id, id) on delete cascade
      );
      create index flow_triggers_starts_on on flow_triggers (workspace_id, starts_on, flow_id) where starts_on is not null;
      create index flow_triggers_type on flow_triggers (workspace_id, type, flow_id);
      create index flow_triggers_position on flow_triggers (workspace_id, flow_id, position);
      -- Over all workspaces: the schedulers ask for what is due next.
      create index flow_triggers_due on flow_triggers (due_at) where due_at is not null;
      select enable_tenant_isolation('flow_triggers');

      -- The items that a trigger has found at its source, each of which starts its flow once.
      create table poll_items (
        workspace_id uuid not null,
        trigger_id uuid not null,
        key_hash bytea not null,
        found_at timestamptz(3) not null default now(),
        primary key (workspace_id, trigger_id, key_hash),
        foreign key (workspace_id, trigger_id) references flow_triggers (workspace_id, id) on delete cascade
      );
      create index poll_items_found on poll_items (workspace_id, trigger_id, found_at);
      select enable_tenant_isolation('poll_items');

      -- The one test call that a webhook or form of a flow waits for, published or not, and the last one that came: the sample
      -- of its node.
      create table test_calls (
        workspace_id uuid not null,
        id uuid not null default uuidv7(),
        flow_id uuid not null,
        node_id text not null,
        type text not null check (type in ('webhook', 'form')),
        -- The configuration of the trigger when it began to wait.
        config json not null,
        -- The token finds it by its hash, over all workspaces. The encrypted copy is there while it can be called.
        token_hash bytea unique,
        encrypted_token text,
        expires_at timestamptz(3),
        received_at timestamptz(3),
        trigger_data json,
        -- Of a webhook: the request, as expressions read it.
        request json,
        primary key (workspace_id, id),
        unique (workspace_id, flow_id, node_id),
        foreign key (workspace_id, flow_id) references flows (workspace_id, id) on delete cascade
      );
      select enable_tenant_isolation('test_calls');

      -- What the current graph of each flow names, written with it, so that no graph is read to find the uses of a
      -- secret or the callers of a flow.
      create table flow_references (
        workspace_id uuid not null,
        -- The kinds are declared by the node types.
        kind text not null,
        name text not null,
        flow_id uuid not null,
        primary key (workspace_id, kind, name, flow_id),
        foreign key (workspace_id, flow_id) references flows (workspace_id, id) on delete cascade
      );
      create index flow_references_flow on flow_references (workspace_id, flow_id);
      select enable_tenant_isolation('flow_references');

      create table global_variables (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null default uuidv7(),
        name text not null,
        value text not null,
        description text not null default '',
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        primary key (workspace_id, id),
        constraint global_variables_name_unique unique (workspace_id, name)
      );
      create index global_variables_created on global_variables (workspace_id, created_at, id);
      select enable_tenant_isolation('global_variables');

      -- What flows remember between executions, of one flow or, without one, of the workspace.
      create table flow_state (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null default uuidv7(),
        flow_id uuid,
        key text not null check (length(key) between 1 and 200),
        -- Of JSON, whose null is a value.
        value jsonb check (value is not null),
        -- Counts the changes of the value, from 1.
        version double precision not null default 1,
        -- An entry that has expired is read as missing, and deleted later.
        expires_at timestamptz(3),
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        primary key (workspace_id, id),
        constraint flow_state_key_unique unique nulls not distinct (workspace_id, flow_id, key),
        foreign key (workspace_id, flow_id) references flows (workspace_id, id) on delete cascade
      );
      create index flow_state_created on flow_state (workspace_id, created_at, id);
      create index flow_state_key on flow_state (workspace_id, key, id);
      -- Over all workspaces: what has expired is deleted in bulk.
      create index flow_state_expired on flow_state (expires_at) where expires_at is not null;
      select enable_tenant_isolation('flow_state');

      -- Entries and their bytes count in the row of their connection, as all storage does. Not those of a workspace that is
      -- being deleted.
      create function count_flow_state_created() returns trigger language plpgsql as $function$
      begin
        insert into workspace_storage as s (workspace_id, bytes, state_entries)
        select workspace_id, sum(octet_length(key) + octet_length(value::text)), count(*) from added group by 1
        on conflict (workspace_id, backend) do update
          set bytes = s.bytes + excluded.bytes, state_entries = s.state_entries + excluded.state_entries;
        return null;
      end
      $function$;
      create function count_flow_state_updated() returns trigger language plpgsql as $function$
      begin
        insert into workspace_storage as s (workspace_id, bytes)
        select workspace_id, sum(bytes) from (
          select workspace_id, octet_length(value::text) as bytes from added
          union all select workspace_id, -octet_length(value::text) from gone
        ) c group by 1 having sum(bytes) <> 0
        on conflict (workspace_id, backend) do update set bytes = s.bytes + excluded.bytes;
        return null;
      end
      $function$;
      create function count_flow_state_deleted() returns trigger language plpgsql as $function$
      begin
        insert into workspace_storage as s (workspace_id, bytes, state_entries)
        select workspace_id, -sum(octet_length(key) + octet_length(value::text)), -count(*) from gone g
        where exists (select from workspaces w where w.id = g.workspace_id) group by 1
        on conflict (workspace_id, backend) do update
          set bytes = s.bytes + excluded.bytes, state_entries = s.state_entries + excluded.state_entries;
        return null;
      end
      $function$;
      create trigger count_created after insert on flow_state referencing new table as added
        for each statement execute function count_flow_state_created();
      create trigger count_updated after update on flow_state referencing new table as added old table as gone
        for each statement execute function count_flow_state_updated();
      create trigger count_deleted after delete on flow_state referencing old table as gone
        for each statement execute function count_flow_state_deleted();

      -- A workspace's own templates; the built-in ones are code: see docs/decisions/flows-and-nodes.md.
      create table flow_templates (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null default uuidv7(),
        name text not null,
        description text not null default '',
        category text not null default '',
        tags text[] not null default '{}' check (array_position(tags, null) is null),
        nodes json not null,
        edges json not null,
        variables json not null,
        settings json not null,
        required_secrets text[] not null default '{}' check (array_position(required_secrets, null) is null),
        usage_count integer not null default 0,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        primary key (workspace_id, id)
      );
      create index flow_templates_created on flow_templates (workspace_id, created_at, id);
      select enable_tenant_isolation('flow_templates');

      -- How often a workspace used each built-in template.
      create table flow_template_uses (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        template_id uuid not null,
        count integer not null,
        primary key (workspace_id, template_id)
      );
      select enable_tenant_isolation('flow_template_uses');
    `);
  }
}
