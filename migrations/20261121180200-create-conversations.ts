import { Migration } from '@mikro-orm/migrations';

/** Assistants, and what is said to contacts and by them. */
export class CreateConversations extends Migration {
  override up(): void {
    this.addSql(`
      create table agents (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        name text not null,
        prompt text,
        model text,
        temperature double precision,
        -- Flows; one that is deleted is no tool any more.
        tools uuid[] not null,
        company_context_id uuid,
        is_active boolean not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      create index agents_created_at on agents (workspace_id, created_at, id);
      select wall_off('agents');
      select make_searchable('agents', 'agents', 'new.name', 'null', 'name');

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
      select wall_off('conversations');

      create table messages (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        conversation_id uuid not null,
        direction text not null,
        author text not null,
        body text not null,
        status text not null,
        error text,
        sent_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, conversation_id) references conversations (workspace_id, id) on delete cascade
      );
      create index messages_conversation on messages (workspace_id, conversation_id, created_at, id);
      create index messages_created_at on messages (workspace_id, created_at);
      select wall_off('messages');
      select make_searchable('messages', 'messages', 'null::text', 'new.body', 'body');
    `);
  }
}
