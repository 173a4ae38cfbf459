import type { Sql } from '../../../platform/database/database.js';
import { type Audience, audienceConditions } from './audience.js';
import { contactOptedOut, contactUnsubscribed, noAddress } from './compose-message.js';
import type { SendingCampaign } from './lock-campaign.js';

/** Contacts that one statement adds. */
const gatheredAtOnce = 1_000;

/**
 * Adds the next contacts of a campaign's audience as recipients, each once, in the order of their IDs. Contacts with
 * `doNotContact`, without an address or, for email, unsubscribed are added as skipped. One statement picks, adds
 * and counts them.
 * @returns whether the audience is complete
 */
export async function gatherRecipients(sql: Sql, campaign: SendingCampaign, at: Date): Promise<boolean> {
  const { workspaceId, id, audience, channel, gatheredTo } = campaign;
  const { conditions, values } = audienceConditions(workspaceId, audience as Audience);
  const bind = (value: unknown) => `$${values.push(value)}`;
  if (gatheredTo) conditions.push(`r.id > ${bind(gatheredTo)}::uuid`);
  const address = channel === 'email' ? 'email' : 'phone';
  const refused = channel === 'email' ? ` when r.unsubscribed_at is not null then '${contactUnsubscribed}'` : '';
  const when = `${bind(at)}::timestamptz`;
  const text = `/* gather_recipients */ with picked as (
      select r.id, case when r.do_not_contact then '${contactOptedOut}'
        when r.${address} is null then '${noAddress(address)}'${refused} end as violation
      from contacts r where ${['r.workspace_id = $1', ...conditions].join(' and ')} order by r.id limit ${gatheredAtOnce}
    ), added as (
      insert into campaign_recipients (workspace_id, campaign_id, contact_id, status, error, due_at, created_at, updated_at)
      select $1, ${bind(id)}, p.id, case when p.violation is null then 'queued' else 'skipped' end, p.violation,
        case when p.violation is null then ${when} end, ${when}, ${when}
      from picked p on conflict on constraint campaign_recipients_once do nothing returning status
    ), found as (
      select count(*) as picked, (array_agg(p.id order by p.id desc))[1] as last from picked p
    ), counted as (
      select count(*) as added, count(*) filter (where status = 'skipped') as skipped from added
    )
    update campaigns c set gathered_to = coalesce(found.last, c.gathered_to), is_gathered = found.picked < ${gatheredAtOnce},
      recipient_count = c.recipient_count + counted.added, skipped_count = c.skipped_count + counted.skipped
    from found, counted where c.workspace_id = $1 and c.id = ${bind(id)} returning c.is_gathered as "isGathered"`;
  const { rows } = await sql.query<{ isGathered: boolean }>(text, values);
  return rows[0]?.isGathered ?? true;
}
