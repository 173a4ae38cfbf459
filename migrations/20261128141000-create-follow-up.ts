import { Migration } from '@mikro-orm/migrations';

/** What goes on in conversations by itself: sequences to contacts who do not answer, and sessions of assistants. */
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
        -- In order, numbered from 1: replaced as a whole, under the row's lock.
        steps jsonb not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id),
        -- No action: without its assistant it would apply to all of them.
        constraint follow_up_sequences_agent_fkey foreign key (workspace_id, agent_id) references agents (workspace_id, id)
      );
      create index follow_up_sequences_created_at on follow_up_sequences (workspace_id, created_at, id);
      create index follow_up_sequences_agent on follow_up_sequences (workspace_id, agent_id);
      create unique index follow_up_sequences_default on follow_up_sequences (workspace_id) where is_default;
      select enable_tenant_isolation('follow_up_sequences');

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
        last_error text,
        -- The execution whose node started it, and the flows that led there.
        execution_id uuid,
        chain json,
        ended_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        -- The worker that claimed it, while that worker has a lease: see docs/decisions/claims.md.
        worker_id uuid,
        -- Raised by each claim.
        fence integer not null default 0,
        primary key (workspace_id, id),
        foreign key (workspace_id, follow_up_sequence_id) references follow_up_sequences (workspace_id, id) on delete cascade,
        foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade,
        foreign key (workspace_id, conversation_id) references conversations (workspace_id, id) on delete set null (conversation_id)
      );
      create index follow_up_enrollments_sequence on follow_up_enrollments (workspace_id, follow_up_sequence_id, created_at, id);
      create unique index follow_up_enrollments_running
        on follow_up_enrollments (workspace_id, contact_id, follow_up_sequence_id) where status = 'active';
      create index follow_up_enrollments_conversation on follow_up_enrollments (workspace_id, conversation_id);
      -- Over all workspaces: workers ask for what is due next, and for what a lost worker had claimed.
      create index follow_up_enrollments_due on follow_up_enrollments (due_at) where due_at is not null;
      create index follow_up_enrollments_worker on follow_up_enrollments (worker_id) where worker_id is not null and due_at is not null;
      create index follow_up_enrollments_agent on follow_up_enrollments (workspace_id, agent_id, id) where agent_id is not null;
      create index follow_up_enrollments_contact on follow_up_enrollments (workspace_id, contact_id, id);
      create index follow_up_enrollments_due_at on follow_up_enrollments (workspace_id, follow_up_sequence_id, due_at, id);
      create index follow_up_enrollments_ended_at on follow_up_enrollments (workspace_id, follow_up_sequence_id, ended_at, id);
      create index follow_up_enrollments_status on follow_up_enrollments (workspace_id, follow_up_sequence_id, status, id);
      create index follow_up_enrollments_updated_at on follow_up_enrollments (workspace_id, follow_up_sequence_id, updated_at, id);
      select enable_tenant_isolation('follow_up_enrollments');

      -- What assistants were asked, what they did for it, and what they said.
      create table agent_sessions (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        agent_id uuid not null,
        -- What it answers: a conversation, or a step of an execution.
        conversation_id uuid,
        execution_id uuid,
        step_id uuid,
        chain json,
        -- The message, or the attempt at the step, that started it: asked again after a crash, it is the same session.
        key text not null,
        status text not null check (status in ('running', 'completed', 'handed_off', 'failed')),
        input text not null,
        output text,
        error text,
        turns integer not null,
        max_turns integer not null,
        tool_calls jsonb not null,
        -- The dialogue with the model so far; null before its first turn, and after its last.
        messages json,
        -- The contact wrote while an answer was being worked out.
        again boolean not null default false,
        tries integer not null default 0,
        due_at timestamptz(3),
        ended_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        -- The worker that claimed it, as above.
        worker_id uuid,
        fence integer not null default 0,
        -- The attempt of the step that started it, so that no later attempt gets its result; null if it is not known, and
        -- without a step.
        step_attempt integer,
        primary key (workspace_id, id),
        constraint agent_sessions_key_unique unique (workspace_id, key),
        foreign key (workspace_id, agent_id) references agents (workspace_id, id) on delete cascade,
        foreign key (workspace_id, conversation_id) references conversations (workspace_id, id) on delete cascade
      );
      create index agent_sessions_agent on agent_sessions (workspace_id, agent_id, created_at, id);
      create unique index agent_sessions_answering on agent_sessions (workspace_id, conversation_id) where status = 'running';
      create index agent_sessions_created_at on agent_sessions (workspace_id, created_at);
      create index agent_sessions_due on agent_sessions (due_at) where due_at is not null;
      create index agent_sessions_worker on agent_sessions (worker_id) where worker_id is not null and due_at is not null;
      -- Also for deletions of conversations.
      create index agent_sessions_conversation on agent_sessions (workspace_id, conversation_id, id)
        where conversation_id is not null;
      create index agent_sessions_execution on agent_sessions (workspace_id, execution_id, id) where execution_id is not null;
      create index agent_sessions_ended_at on agent_sessions (workspace_id, ended_at, id);
      create index agent_sessions_status on agent_sessions (workspace_id, status, id);
      create index agent_sessions_turns on agent_sessions (workspace_id, turns, id);
      create index agent_sessions_updated_at on agent_sessions (workspace_id, updated_at, id);
      select enable_tenant_isolation('agent_sessions');
    `);
  }
}
