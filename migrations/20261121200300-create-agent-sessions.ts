import { Migration } from '@mikro-orm/migrations';

/** What assistants were asked, what they did for it, and what they said. */
export class CreateAgentSessions extends Migration {
  override up(): void {
    this.addSql(`
      create table agent_sessions (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        agent_id uuid not null,
        -- Whom it answers: a conversation, or a step of a run.
        conversation_id uuid,
        execution_id uuid,
        step_id uuid,
        chain json,
        -- The message or the attempt at the step that began it: asked again after a crash, it is the same session.
        key text not null,
        status text not null check (status in ('running', 'completed', 'handed_off', 'failed')),
        input text not null,
        output text,
        error text,
        turns integer not null,
        max_turns integer not null,
        tool_calls jsonb not null,
        -- What the model was told so far; null before its first turn, and after its last.
        messages json,
        -- The contact wrote while an answer was being worked out.
        again boolean not null default false,
        tries integer not null default 0,
        due_at timestamptz(3),
        -- Whoever works on it: nobody else does until then.
        claimed_until timestamptz(3),
        ended_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id),
        constraint agent_sessions_key_unique unique (workspace_id, key),
        foreign key (workspace_id, agent_id) references agents (workspace_id, id) on delete cascade,
        foreign key (workspace_id, conversation_id) references conversations (workspace_id, id) on delete cascade
      );
      create index agent_sessions_agent on agent_sessions (workspace_id, agent_id, created_at, id);
      create unique index agent_sessions_answering on agent_sessions (workspace_id, conversation_id) where status = 'running';
      create index agent_sessions_created_at on agent_sessions (workspace_id, created_at);
      create index agent_sessions_due on agent_sessions (due_at) where due_at is not null;
      select wall_off('agent_sessions');
    `);
  }
}
