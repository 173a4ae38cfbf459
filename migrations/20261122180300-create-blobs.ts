import { Migration } from '@mikro-orm/migrations';

/**
 * Values that are too large for the rows of executions and steps, which refer to them. Nothing is copied when executions
 * share one: each has a row in blob_uses, and a blob is deleted with the last of them.
 */
export class CreateBlobs extends Migration {
  override up(): void {
    this.addSql(`
      create table blobs (
        workspace_id uuid not null,
        -- UUIDv7: in the order of creation.
        id uuid not null,
        -- Bytes of the text.
        size integer not null,
        -- JSON; not of type json, so that Postgres does not parse it.
        content text,
        sha256 bytea,
        -- In place of the content, if it contains secrets: see docs/adr/0016.
        encrypted text,
        created_at timestamptz(3) not null default now(),
        primary key (workspace_id, id),
        check ((content is null) = (encrypted is not null) and (content is null) = (sha256 is null))
      );
      -- For the rotation of data keys, which reads in this order.
      create index blobs_encrypted on blobs (workspace_id, id) where encrypted is not null;
      select enable_tenant_isolation('blobs');

      create table blob_uses (
        workspace_id uuid not null,
        -- No foreign key: blobs are written before the execution that they belong to.
        execution_id uuid not null,
        blob_id uuid not null,
        primary key (workspace_id, execution_id, blob_id),
        foreign key (workspace_id, blob_id) references blobs (workspace_id, id)
      );
      create index blob_uses_blob on blob_uses (workspace_id, blob_id);
      select enable_tenant_isolation('blob_uses');
    `);
  }
}
