import { Migration } from '@mikro-orm/migrations';

/** What is sent to many, the texts for it, appointments and what assistants can look up. */
export class CreateCampaigns extends Migration {
  override up(): void {
    this.addSql(`
      create table campaigns (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        name text not null,
        channel text not null,
        status text not null,
        -- In the table of its channel's templates.
        template_id uuid,
        audience jsonb not null,
        scheduled_at timestamptz(3),
        sent_count integer not null,
        delivered_count integer not null,
        failed_count integer not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      create index campaigns_created_at on campaigns (workspace_id, created_at, id);
      select wall_off('campaigns');
      select make_searchable('campaigns', 'campaigns', 'new.name', 'null', 'name');

      create table email_templates (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        name text not null,
        subject text not null,
        body text not null,
        variables text[] not null,
        category text,
        language text,
        status text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      create index email_templates_created_at on email_templates (workspace_id, created_at, id);
      select wall_off('email_templates');
      select make_searchable('email_templates', 'emailTemplates', 'new.name', 'new.subject', 'name', 'subject');

      create table whatsapp_templates (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        name text not null,
        body text not null,
        variables text[] not null,
        category text,
        language text,
        status text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      create index whatsapp_templates_created_at on whatsapp_templates (workspace_id, created_at, id);
      select wall_off('whatsapp_templates');
      select make_searchable('whatsapp_templates', 'whatsappTemplates', 'new.name', 'null', 'name');

      create table calendar_events (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        title text not null,
        contact_id uuid,
        starts_at timestamptz(3) not null,
        ends_at timestamptz(3) not null,
        timezone text not null,
        status text not null,
        location text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete set null (contact_id)
      );
      create index calendar_events_created_at on calendar_events (workspace_id, created_at, id);
      create index calendar_events_starts_at on calendar_events (workspace_id, starts_at, id);
      create index calendar_events_contact on calendar_events (workspace_id, contact_id) where contact_id is not null;
      select wall_off('calendar_events');
      select make_searchable('calendar_events', 'calendarEvents', 'new.title', 'new.location', 'title', 'location');

      create table knowledge_docs (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null,
        title text not null,
        content text not null,
        tags text[] not null,
        source_url text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      create index knowledge_docs_created_at on knowledge_docs (workspace_id, created_at, id);
      select wall_off('knowledge_docs');
      select make_searchable('knowledge_docs', 'knowledgeDocs', 'new.title', 'new.content', 'title', 'content');
    `);
  }
}
