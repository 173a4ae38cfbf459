import { Migration } from '@mikro-orm/migrations';

/** Campaigns are sent: when each is due, how far it has come, and what became of each contact of its audience. */
export class SendCampaigns extends Migration {
  override up(): void {
    this.addSql(`
      alter table campaigns
        add column message text,
        add column error text,
        add column recipient_count integer not null default 0,
        add column skipped_count integer not null default 0,
        -- When a worker has something to do for it.
        add column due_at timestamptz(3),
        -- Whose it is just now; nobody's where that worker is gone.
        add column worker_id uuid,
        -- Raised by each claim.
        add column fence integer not null default 0,
        -- Its audience is written down by the order of contacts' ids: up to here so far.
        add column gathered_to uuid,
        add column is_gathered boolean not null default false;
      -- Over all workspaces: what comes next, whoever's it is. And one campaign of a workspace at a time.
      create index campaigns_due on campaigns (due_at) where due_at is not null;
      create index campaigns_due_of_workspace on campaigns (workspace_id, due_at, id) where due_at is not null;
      create index campaigns_worker on campaigns (worker_id) where worker_id is not null and due_at is not null;

      -- Nobody expects that what was planned before anything was ever sent leaves now.
      update campaigns set due_at = scheduled_at where status = 'scheduled' and scheduled_at > now();
      update campaigns set status = 'draft' where status = 'scheduled' and due_at is null;

      create table campaign_recipients (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        id uuid not null default uuidv7(),
        campaign_id uuid not null,
        contact_id uuid not null,
        status text not null check (status in ('queued', 'sent', 'delivered', 'failed', 'skipped', 'cancelled')),
        error text,
        tries integer not null default 0,
        -- Set exactly while it is queued.
        due_at timestamptz(3),
        sent_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (workspace_id, id),
        constraint campaign_recipients_once unique (workspace_id, campaign_id, contact_id),
        foreign key (workspace_id, campaign_id) references campaigns (workspace_id, id) on delete cascade,
        foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade
      );
      create index campaign_recipients_created_at on campaign_recipients (workspace_id, campaign_id, created_at, id);
      create index campaign_recipients_due on campaign_recipients (workspace_id, campaign_id, due_at) where due_at is not null;
      create index campaign_recipients_contact on campaign_recipients (workspace_id, contact_id);
      select wall_off('campaign_recipients');
    `);
  }
}
