import { Migration } from '@mikro-orm/migrations';

/** Sequences of messages to contacts who do not answer, and how far each contact has come in them. */
export class CreateFollowUp extends Migration {
  override up(): void {
    this.addSql(`
      create table follow_up_sequences (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        name text not null,
        agent_id uuid,
        is_active boolean not null,
        trigger_on text not null,
        max_attempts integer,
        reactivate_agent boolean not null,
        is_default boolean not null,
        -- In order, numbered from 1: changed as a whole, under the row's lock.
        steps jsonb not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id),
        -- Without its assistant it would apply to all of them.
        constraint follow_up_sequences_agent_fkey foreign key (workspace_id, agent_id) references agents (workspace_id, id)
      );
      create index follow_up_sequences_created_at on follow_up_sequences (workspace_id, created_at, id);
      create index follow_up_sequences_agent on follow_up_sequences (workspace_id, agent_id);
      create unique index follow_up_sequences_default on follow_up_sequences (workspace_id) where is_default;
      select wall_off('follow_up_sequences');
      select make_searchable('follow_up_sequences', 'followUpSequences', 'new.name', 'null', 'name');

      create table follow_up_enrollments (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        follow_up_sequence_id uuid not null,
        contact_id uuid not null,
        conversation_id uuid,
        agent_id uuid,
        status text not null check (status in ('active', 'completed', 'stopped')),
        reason text,
        attempts integer not null,
        -- The last step done, and its number then.
        step_id uuid,
        step_number integer not null,
        -- How often the step that is due was tried.
        tries integer not null default 0,
        -- Set exactly while it is active.
        due_at timestamptz(3),
        -- Whoever prepares the step: nobody else does until then.
        claimed_until timestamptz(3),
        last_error text,
        -- The run whose node started it, and the flows that led there.
        execution_id uuid,
        chain json,
        ended_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, follow_up_sequence_id) references follow_up_sequences (workspace_id, id) on delete cascade,
        foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade,
        foreign key (workspace_id, conversation_id) references conversations (workspace_id, id) on delete set null (conversation_id)
      );
      create index follow_up_enrollments_sequence on follow_up_enrollments (workspace_id, follow_up_sequence_id, created_at, id);
      create unique index follow_up_enrollments_running
        on follow_up_enrollments (workspace_id, contact_id, follow_up_sequence_id) where status = 'active';
      create index follow_up_enrollments_conversation on follow_up_enrollments (workspace_id, conversation_id);
      -- Over all workspaces: what comes next, whoever's it is.
      create index follow_up_enrollments_due on follow_up_enrollments (due_at) where due_at is not null;
      select wall_off('follow_up_enrollments');
    `);
  }
}
