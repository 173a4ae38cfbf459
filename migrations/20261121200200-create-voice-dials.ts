import { Migration } from '@mikro-orm/migrations';

/** Calls that flows placed: which step waits for how a call is taken. */
export class CreateVoiceDials extends Migration {
  override up(): void {
    this.addSql(`
      create table voice_dials (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        voice_call_id uuid not null,
        -- The step's key and its attempt: done again after a crash it finds its call.
        key text not null,
        execution_id uuid not null,
        step_id uuid not null,
        -- The provider's own; null until it took the call.
        provider_id text,
        primary key (workspace_id, voice_call_id),
        unique (workspace_id, key),
        foreign key (workspace_id, voice_call_id) references voice_calls (workspace_id, id) on delete cascade
      );
      select wall_off('voice_dials');
    `);
  }
}
