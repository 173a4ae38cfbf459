import { Migration } from '@mikro-orm/migrations';

/** Files, and where their bytes are: see docs/decisions/values-and-blobs.md. */
export class CreateFiles extends Migration {
  override up(): void {
    this.addSql(`
      -- Bytes that are stored, or were begun to be. Written before the bytes, deleted after them, so that none are forgotten.
      create table file_bytes (
        -- No foreign key: the bytes are deleted after the workspace.
        workspace_id uuid not null,
        file_id uuid not null,
        -- database, folder, or the URL of an object.
        place text not null,
        -- When they are deleted; null while a file has them.
        due_at timestamptz(3),
        primary key (workspace_id, file_id)
      );
      -- Over all workspaces.
      create index file_bytes_due on file_bytes (due_at) where due_at is not null;
      select enable_tenant_isolation('file_bytes');

      -- Bytes in the database, 512 KiB in each row but the last.
      create table file_parts (
        workspace_id uuid not null,
        file_id uuid not null,
        index integer not null,
        content bytea not null,
        primary key (workspace_id, file_id, index),
        foreign key (workspace_id, file_id) references file_bytes (workspace_id, file_id) on delete cascade
      );
      -- Most files are compressed already.
      alter table file_parts alter column content set storage external;
      select enable_tenant_isolation('file_parts');

      -- The segments of the bytes whose place is segments: each is stored as bytes of its own, one behind the other.
      create table file_segments (
        workspace_id uuid not null,
        file_id uuid not null,
        starts_at bigint not null,
        size bigint not null,
        bytes_id uuid not null,
        primary key (workspace_id, file_id, starts_at),
        foreign key (workspace_id, file_id) references file_bytes (workspace_id, file_id) on delete cascade
      );
      select enable_tenant_isolation('file_segments');

      -- Files of which a part has arrived.
      create table file_uploads (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        -- That of the file that it becomes.
        id uuid not null,
        name text not null,
        mime_type text not null,
        size bigint not null,
        received bigint not null,
        kept boolean not null,
        file_expires_at timestamptz(3),
        created_by uuid,
        -- The request that may add bytes: the last one that began to.
        holder uuid,
        expires_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      -- Over all workspaces.
      create index file_uploads_expires_at on file_uploads (expires_at);
      select enable_tenant_isolation('file_uploads');

      create table files (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null default uuidv7(),
        name text not null,
        mime_type text not null,
        size bigint not null,
        sha256 text not null,
        kept boolean not null,
        expires_at timestamptz(3),
        -- No foreign key: executions are deleted by partitions.
        execution_id uuid,
        -- No foreign key: it is stored before its message, which may be moved to another table.
        message_id uuid,
        -- No foreign key: it stays when the user has left.
        created_by uuid,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      create index files_created_at on files (workspace_id, created_at, id);
      create index files_name on files (workspace_id, name, id);
      create index files_updated_at on files (workspace_id, updated_at, id);
      create index files_size on files (workspace_id, size, id);
      create index files_mime_type on files (workspace_id, mime_type, created_at, id);
      create index files_created_by on files (workspace_id, created_by, created_at, id);
      create index files_execution on files (workspace_id, execution_id) where execution_id is not null;
      -- Over all workspaces.
      create index files_expires_at on files (expires_at) where not kept and expires_at is not null;
      create index files_of_executions on files (execution_id) where not kept and execution_id is not null;
      create index files_of_messages on files (message_id) where not kept and message_id is not null;
      select enable_tenant_isolation('files');

      -- However a file is deleted, its bytes are due.
      create function release_file_bytes() returns trigger language plpgsql as $$
      begin
        update file_bytes b set due_at = now() from gone
          where b.workspace_id = gone.workspace_id and b.file_id = gone.id;
        return null;
      end
      $$;
      create trigger release_bytes after delete on files referencing old table as gone
        for each statement execute function release_file_bytes();

      -- The same for values of executions that were moved to where files are.
      create function release_blob_bytes() returns trigger language plpgsql as $$
      begin
        update file_bytes b set due_at = now() from gone
          where gone.bytes_id is not null and b.workspace_id = gone.workspace_id and b.file_id = gone.bytes_id;
        return null;
      end
      $$;
      create trigger release_bytes after delete on blobs referencing old table as gone
        for each statement execute function release_blob_bytes();
    `);
  }
}
