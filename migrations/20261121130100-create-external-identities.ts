import { Migration } from '@mikro-orm/migrations';

/** Who the people of a trusted issuer are here, and since when their tokens are no longer taken. */
export class CreateExternalIdentities extends Migration {
  override up(): void {
    this.addSql(`
      -- Made at the first token with a verified email; from then on the subject alone decides, so that an email that
      -- the issuer gives to somebody else opens nothing.
      create table external_identities (
        issuer text not null,
        subject text not null,
        user_id uuid not null references users (id) on delete cascade,
        created_at timestamptz(3) not null default now(),
        primary key (issuer, subject),
        unique (user_id, issuer)
      );

      -- Tokens of other issuers carry no session version: those issued before this are refused.
      alter table users add column signed_out_at timestamptz(3);
    `);
  }
}
