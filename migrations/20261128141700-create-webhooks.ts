import { Migration } from '@mikro-orm/migrations';

/**
 * Webhooks that receive the events of a workspace, what is to be sent to them, events that come from outside, and requests that
 * carry a key.
 */
export class CreateWebhooks extends Migration {
  override up(): void {
    this.addSql(`
      create table webhooks (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        url text not null,
        events text[] not null check (array_position(events, null) is null),
        description text not null,
        is_active boolean not null,
        disabled_at timestamptz(3),
        disabled_reason text,
        failing_since timestamptz(3),
        queue_full_since timestamptz(3),
        encrypted_secret text not null,
        encrypted_previous_secret text,
        previous_secret_until timestamptz(3),
        failures integer not null default 0,
        retry_at timestamptz(3),
        served_at timestamptz(3),
        worker_id uuid,
        fence integer not null default 0,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        -- The user or API key that saved it last: it receives what that one may read.
        run_as uuid,
        primary key (workspace_id, id)
      );
      select enable_tenant_isolation('webhooks');

      -- seq orders the deliveries of one record, whose changes are serialized by the lock of its row.
      create table webhook_deliveries (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null default uuidv7(),
        webhook_id uuid not null,
        seq bigint not null generated always as identity,
        event_id text not null,
        event_type text not null,
        order_key text not null,
        status text not null default 'pending',
        body text not null,
        bytes integer not null,
        attempts jsonb not null default '[]',
        request jsonb,
        response jsonb,
        due_at timestamptz(3),
        finished_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, webhook_id) references webhooks (workspace_id, id) on delete cascade
      );
      create index webhook_deliveries_pending on webhook_deliveries (workspace_id, webhook_id, due_at) include (bytes)
        where due_at is not null;
      create index webhook_deliveries_order on webhook_deliveries (workspace_id, webhook_id, order_key, seq)
        where due_at is not null;
      create index webhook_deliveries_created_at on webhook_deliveries (workspace_id, webhook_id, created_at, id);
      -- Each update of a delivery changes due_at, which has an index, so it is no HOT update without these either.
      create index webhook_deliveries_status on webhook_deliveries (workspace_id, webhook_id, status, id);
      create index webhook_deliveries_event_type on webhook_deliveries (workspace_id, webhook_id, event_type, id);
      create index webhook_deliveries_updated_at on webhook_deliveries (workspace_id, webhook_id, updated_at, id);
      select enable_tenant_isolation('webhook_deliveries');

      -- Executions whose end, or whose request for an approval, a webhook waits for. Without one there are no rows.
      create table execution_notices (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null default uuidv7(),
        execution_id uuid not null,
        step_id uuid,
        kind text not null,
        due_at timestamptz(3) not null default now(),
        primary key (workspace_id, id)
      );
      create index execution_notices_due_at on execution_notices (due_at);
      select enable_tenant_isolation('execution_notices');

      -- Events that callers gave an ID, and those that later waits may match: within their ttlSeconds, or because a flow looks
      -- back on their type.
      create table kept_events (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id text not null,
        -- Of what a caller published with this ID; null where no caller gave one.
        hash bytea,
        event json not null,
        type text not null,
        keys text[] not null check (array_position(keys, null) is null),
        execution_ids uuid[] not null default '{}',
        woken_ids uuid[] not null default '{}',
        expires_at timestamptz(3),
        scanned_at timestamptz(3),
        -- When neither a caller nor a wait needs it any more.
        forget_at timestamptz(3) not null,
        created_at timestamptz(3) not null default now(),
        primary key (workspace_id, id)
      );
      create index kept_events_expires_at on kept_events (expires_at) where expires_at is not null;
      create index custom_events_created_at on kept_events (created_at);
      select enable_tenant_isolation('kept_events');

      -- Requests with an Idempotency-Key: who carries them out, what they have done so far, and their answers.
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
        primary key (workspace_id, id)
      );
      create index idempotent_requests_created_at on idempotent_requests (created_at);
      select enable_tenant_isolation('idempotent_requests');
    `);
  }
}
