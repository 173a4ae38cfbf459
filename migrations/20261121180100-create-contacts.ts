import { Migration } from '@mikro-orm/migrations';

/** Whom a workspace knows, and the business that may come of it. */
export class CreateContacts extends Migration {
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
        tags text[] not null,
        assigned_to uuid,
        do_not_contact boolean not null,
        custom_fields jsonb not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id),
        constraint contacts_email_unique unique (workspace_id, email),
        constraint contacts_phone_unique unique (workspace_id, phone),
        -- Who is no member any more looks after nobody.
        foreign key (workspace_id, assigned_to) references members (workspace_id, user_id) on delete set null (assigned_to)
      );
      create index contacts_created_at on contacts (workspace_id, created_at, id);
      create index contacts_name on contacts (workspace_id, name, id);
      create index contacts_assigned_to on contacts (workspace_id, assigned_to) where assigned_to is not null;
      select wall_off('contacts');
      select make_searchable('contacts', 'contacts', 'new.name', $$concat_ws(' ', new.email, new.phone, new.company)$$,
        'name', 'email', 'phone', 'company');

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
      select wall_off('pipelines');
      select make_searchable('pipelines', 'pipelines', 'new.name', 'null', 'name');

      create table opportunities (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        name text not null,
        pipeline_id uuid not null,
        -- One of the pipeline's stages: kept so by locks on its row.
        stage_id text not null,
        contact_id uuid,
        value numeric(17, 2),
        currency text,
        status text not null,
        assigned_to uuid,
        expected_close_date timestamptz(3),
        custom_fields jsonb not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id),
        -- Asked at the end of a statement, so that a whole workspace can go.
        constraint opportunities_pipeline_fkey foreign key (workspace_id, pipeline_id) references pipelines (workspace_id, id),
        foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete set null (contact_id),
        foreign key (workspace_id, assigned_to) references members (workspace_id, user_id) on delete set null (assigned_to)
      );
      create index opportunities_created_at on opportunities (workspace_id, created_at, id);
      create index opportunities_pipeline on opportunities (workspace_id, pipeline_id, stage_id);
      create index opportunities_contact on opportunities (workspace_id, contact_id);
      create index opportunities_assigned_to on opportunities (workspace_id, assigned_to) where assigned_to is not null;
      select wall_off('opportunities');
      select make_searchable('opportunities', 'opportunities', 'new.name', 'null', 'name');
    `);
  }
}
