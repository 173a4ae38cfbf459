import { Migration } from '@mikro-orm/migrations';

/** Whose word memberships and invitations stand on, and whether an invitation reached nobody but the invited address. */
export class RememberUnprovenGrants extends Migration {
  override up(): void {
    this.addSql(`
      -- The users with an unverified email through whom it was granted: the granting one, and those through whom that one has
      -- their own membership. Whoever proves the email of one of them did not grant it.
      alter table members add column unproven_grantors uuid[] not null default '{}';
      alter table invitations add column unproven_grantors uuid[] not null default '{}';
      create index members_unproven_grantors on members using gin (unproven_grantors);
      create index invitations_unproven_grantors on invitations using gin (unproven_grantors);

      -- Whether the token was only mailed, by the server itself: who has it reads the mails of the invited address.
      alter table invitations add column proves_email boolean not null default false;
    `);
  }
}
