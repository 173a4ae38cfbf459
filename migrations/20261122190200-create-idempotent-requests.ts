import { Migration } from '@mikro-orm/migrations';

/** Requests with an `Idempotency-Key`: who carries them out, what they have done so far, and their answers. */
export class CreateIdempotentRequests extends Migration {
  override up(): void {
    this.addSql(`
      create table idempotent_requests (
        -- The nil UUID for requests outside workspaces.
        workspace_id uuid not null,
        id uuid not null,
        request_hash text not null,
        claim_id uuid not null,
        lease_until timestamptz not null,
        -- The encrypted results of the transactions that were committed, in order.
        steps text[] not null default '{}' check (array_position(steps, null) is null),
        -- Whether something was done that cannot be repeated from the steps.
        is_lost boolean not null,
        -- Encrypted; null as long as the request is carried out.
        answer text,
        created_at timestamptz(3) not null default now(),
        constraint idempotent_requests_pkey primary key (workspace_id, id)
      );
      create index idempotent_requests_created_at on idempotent_requests (created_at);
      select enable_tenant_isolation('idempotent_requests');
    `);
  }
}
