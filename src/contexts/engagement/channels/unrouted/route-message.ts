import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import { lit, tableOf, typed } from '../../../../platform/database/typed-sql.js';
import type { Workspace } from '../../../accounts/workspaces/index.js';
import type { Contact } from '../../../crm/definitions/index.js';
import type { ReceivedMessage } from '../conversations/received-message.js';
import { outboxMessages } from '../outbox/outbox-message.entity.js';

/** Where a received message belongs: to a contact, to the unrouted messages of a workspace, or to those of the operator. */
export type MessageRoute = WorkspaceRoute | { kind: 'operator' };

type WorkspaceRoute =
  | { kind: 'contact'; workspaceId: string; contactId: string }
  | { kind: 'workspace'; workspaceId: string };

interface Candidate {
  workspaceId: string;
  /** Null if the sender is no contact of the workspace. */
  contactId: string | null;
  /** Whether the workspace has written to the sender from the server's own number. */
  hasWritten: boolean;
}

/** Workspaces that are compared; more than one is ambiguous already. */
const candidatesAtMost = 1_000;

/**
 * The route of a message. To a workspace's own number: its contact with the sender's number. To the server's own number,
 * which workspaces share: the workspace of the message that was replied to, otherwise the only one that has written to the
 * sender and has them as a contact, otherwise the only one that has written, otherwise the only one that has the contact. If
 * several are equal, the operator decides: a reply must not go to the workspace that wrote last.
 *
 * An opt-out on a shared number concerns every workspace that the sender may have meant.
 */
export async function routeMessage(sql: Sql, received: ReceivedMessage): Promise<MessageRoute[]> {
  const { ownWorkspaceId, doNotContact } = received;
  if (ownWorkspaceId !== null) return [await ownRoute(sql, ownWorkspaceId, received.from)];
  const replied = await workspaceRepliedTo(sql, received);
  const candidates = await findCandidates(sql, received);
  const [best, ...others] = replied
    ? [candidates.find(({ workspaceId }) => workspaceId === replied) ?? { workspaceId: replied, contactId: null }]
    : bestOf(candidates);
  if (!best) return [await routeOfStranger(sql)];
  if (others.length === 0) return [routeTo(best)];
  return doNotContact === undefined ? [{ kind: 'operator' }] : [best, ...others].map(routeTo);
}

function routeTo({ workspaceId, contactId }: Pick<Candidate, 'workspaceId' | 'contactId'>): WorkspaceRoute {
  return contactId === null ? { kind: 'workspace', workspaceId } : { kind: 'contact', workspaceId, contactId };
}

/** Where a message belongs that is known to be for a workspace: to its contact with the sender's number, if it has one. */
export async function ownRoute(sql: Sql, workspaceId: string, from: string): Promise<WorkspaceRoute> {
  const contact = await typed(sql, 'contact_of_sender', tableOf<Contact>()('contacts'))
    .selectFrom('contacts')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('phone', '=', from)
    .executeTakeFirst();
  return routeTo({ workspaceId, contactId: contact?.id ?? null });
}

/** The closest candidates: those who know the sender and have written, otherwise those who have written, otherwise all. */
function bestOf(candidates: readonly Candidate[]): Candidate[] {
  const written = candidates.filter(({ hasWritten }) => hasWritten);
  const both = written.filter(({ contactId }) => contactId !== null);
  return [both, written, [...candidates]].find((some) => some.length > 0) ?? [];
}

/** A full join of two limited reads, each by its index: over all workspaces, for each message to the server's own number. */
async function findCandidates(sql: Sql, { channel, from }: ReceivedMessage): Promise<Candidate[]> {
  const text = `/* workspaces_of_sender */ select coalesce(k.workspace_id, w.workspace_id) as "workspaceId",
      k.id as "contactId", w.workspace_id is not null as "hasWritten"
    from (select workspace_id, id from contacts where phone = $2 limit ${candidatesAtMost}) k
      full join (select distinct workspace_id from outbox_messages
        where channel = $1 and recipient = $2 and source = 'platform' and channel <> 'email' limit ${candidatesAtMost}) w
      on w.workspace_id = k.workspace_id`;
  return (await sql.query<Candidate>(statement(text, [channel, from]))).rows;
}

/** The workspace that sent the message which the sender quotes, if the provider says so. */
async function workspaceRepliedTo(sql: Sql, { channel, from, replyTo }: ReceivedMessage): Promise<string | null> {
  if (!replyTo) return null;
  const sent = await typed(sql, 'workspace_replied_to', outboxMessages)
    .selectFrom('outbox_messages')
    .select('workspaceId')
    .where('messageId', '=', replyTo)
    .where('channel', '=', channel)
    // As in the condition of the index.
    .where('channel', '<>', lit('email'))
    .where('source', '=', 'platform')
    .where('recipient', '=', from)
    .limit(1)
    .executeTakeFirst();
  return sent?.workspaceId ?? null;
}

/** A sender whom nobody knows: the only workspace, otherwise the operator. */
async function routeOfStranger(sql: Sql): Promise<MessageRoute> {
  const [only, other] = await typed(sql, 'only_workspace', tableOf<Workspace>()('workspaces'))
    .selectFrom('workspaces')
    .select('id')
    .limit(2)
    .execute();
  return only && !other ? { kind: 'workspace', workspaceId: only.id } : { kind: 'operator' };
}
