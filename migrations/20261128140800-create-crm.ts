import { Migration } from '@mikro-orm/migrations';

/**
 * Contacts, the business with them, conversations, appointments, and what can be looked up for them. Lists that grow with the
 * customers of a workspace are read from an index in every order and by every filter: see docs/decisions/lists-and-totals.md.
 */
export class CreateCrm extends Migration {
  override up(): void {
    this.addSql(`
      create table contacts (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        name text,
        -- In lower case.
        email text,
        phone text,
        company text,
        status text not null,
        source text,
        tags text[] not null check (array_position(tags, null) is null),
        assigned_to uuid,
        do_not_contact boolean not null,
        custom_fields jsonb not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        -- From marketing email, and by what: RFC 8058.
        unsubscribed_at timestamptz(3),
        unsubscribed_by text,
        primary key (workspace_id, id),
        constraint contacts_email_unique unique (workspace_id, email),
        constraint contacts_phone_unique unique (workspace_id, phone),
        -- The contacts of a former member are unassigned.
        foreign key (workspace_id, assigned_to) references members (workspace_id, user_id) on delete set null (assigned_to)
      );
      create index contacts_created_at on contacts (workspace_id, created_at, id);
      create index contacts_name on contacts (workspace_id, name, id);
      create index contacts_assigned_to on contacts (workspace_id, assigned_to) where assigned_to is not null;
      create index contacts_updated_at on contacts (workspace_id, updated_at, id);
      create index contacts_company on contacts (workspace_id, company, id);
      create index contacts_status on contacts (workspace_id, status, id);
      create index contacts_source on contacts (workspace_id, source, id);
      create index contacts_do_not_contact on contacts (workspace_id, id) where do_not_contact;
      -- Over all workspaces: which of them know a number.
      create index contacts_phone on contacts (phone) where phone is not null;
      select enable_tenant_isolation('contacts');

      -- Each label of a contact in a row: no index of an array serves row-level security. Written by triggers.
      create table contact_tags (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        tag text not null,
        contact_id uuid not null,
        primary key (workspace_id, tag, contact_id),
        foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade
      );
      create index contact_tags_contact on contact_tags (workspace_id, contact_id);
      select enable_tenant_isolation('contact_tags');

      create function write_contact_tags() returns trigger language plpgsql as $function$
      begin
        if tg_op = 'UPDATE' then
          delete from contact_tags t where t.workspace_id = new.workspace_id and t.contact_id = new.id and t.tag <> all (new.tags);
        end if;
        insert into contact_tags (workspace_id, tag, contact_id)
        select new.workspace_id, tag, new.id from unnest(new.tags) tag on conflict do nothing;
        return null;
      end
      $function$;
      create trigger write_tags_of_created after insert on contacts for each row
        when (new.tags <> '{}') execute function write_contact_tags();
      create trigger write_tags after update of tags on contacts for each row
        when (new.tags <> old.tags) execute function write_contact_tags();

      create table pipelines (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        name text not null,
        stages jsonb not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      create index pipelines_created_at on pipelines (workspace_id, created_at, id);
      select enable_tenant_isolation('pipelines');

      create table opportunities (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        name text not null,
        pipeline_id uuid not null,
        -- One of the pipeline's stages: writers lock its row to keep it so.
        stage_id text not null,
        contact_id uuid,
        value numeric(17, 2),
        currency text,
        status text not null,
        assigned_to uuid,
        expected_close_date date,
        custom_fields jsonb not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id),
        -- Without an action, which is checked at the end of a statement, so that a whole workspace can be deleted.
        constraint opportunities_pipeline_fkey foreign key (workspace_id, pipeline_id) references pipelines (workspace_id, id),
        foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete set null (contact_id),
        foreign key (workspace_id, assigned_to) references members (workspace_id, user_id) on delete set null (assigned_to)
      );
      create index opportunities_created_at on opportunities (workspace_id, created_at, id);
      create index opportunities_pipeline on opportunities (workspace_id, pipeline_id, stage_id);
      create index opportunities_contact on opportunities (workspace_id, contact_id);
      create index opportunities_assigned_to on opportunities (workspace_id, assigned_to) where assigned_to is not null;
      create index opportunities_status on opportunities (workspace_id, status, id);
      create index opportunities_updated_at on opportunities (workspace_id, updated_at, id);
      create index opportunities_value on opportunities (workspace_id, value, id);
      create index opportunities_name on opportunities (workspace_id, name, id);
      create index opportunities_expected_close_date on opportunities (workspace_id, expected_close_date, id);
      select enable_tenant_isolation('opportunities');

      create table conversations (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        contact_id uuid not null,
        channel text not null,
        status text not null,
        assigned_to uuid,
        agent_id uuid,
        last_message_at timestamptz(3),
        resolved_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade,
        foreign key (workspace_id, agent_id) references agents (workspace_id, id) on delete set null (agent_id),
        foreign key (workspace_id, assigned_to) references members (workspace_id, user_id) on delete set null (assigned_to)
      );
      create index conversations_created_at on conversations (workspace_id, created_at, id);
      create index conversations_last_message_at on conversations (workspace_id, last_message_at, id);
      create index conversations_contact on conversations (workspace_id, contact_id);
      create index conversations_agent on conversations (workspace_id, agent_id) where agent_id is not null;
      create index conversations_assigned_to on conversations (workspace_id, assigned_to) where assigned_to is not null;
      create index conversations_updated_at on conversations (workspace_id, updated_at, id);
      create index conversations_resolved_at on conversations (workspace_id, resolved_at, id);
      create index conversations_status on conversations (workspace_id, status, id);
      create index conversations_channel on conversations (workspace_id, channel, id);
      select enable_tenant_isolation('conversations');

      create table messages (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        conversation_id uuid not null,
        direction text not null,
        author text not null,
        body text not null,
        status text not null,
        error text,
        attachments jsonb not null default '[]',
        dropped text,
        sent_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, conversation_id) references conversations (workspace_id, id) on delete cascade
      );
      create index messages_conversation on messages (workspace_id, conversation_id, created_at, id);
      create index messages_created_at on messages (workspace_id, created_at);
      select enable_tenant_isolation('messages');

      create table calendar_events (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        title text not null,
        contact_id uuid,
        starts_at timestamptz(3) not null,
        ends_at timestamptz(3) not null,
        timezone text not null,
        status text not null,
        location text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete set null (contact_id)
      );
      create index calendar_events_created_at on calendar_events (workspace_id, created_at, id);
      create index calendar_events_starts_at on calendar_events (workspace_id, starts_at, id);
      create index calendar_events_contact on calendar_events (workspace_id, contact_id) where contact_id is not null;
      create index calendar_events_ends_at on calendar_events (workspace_id, ends_at, id);
      create index calendar_events_status on calendar_events (workspace_id, status, id);
      create index calendar_events_title on calendar_events (workspace_id, title, id);
      create index calendar_events_updated_at on calendar_events (workspace_id, updated_at, id);
      select enable_tenant_isolation('calendar_events');

      create table knowledge_docs (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        title text not null,
        content text not null,
        tags text[] not null check (array_position(tags, null) is null),
        source_url text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      create index knowledge_docs_created_at on knowledge_docs (workspace_id, created_at, id);
      select enable_tenant_isolation('knowledge_docs');
    `);
  }
}
