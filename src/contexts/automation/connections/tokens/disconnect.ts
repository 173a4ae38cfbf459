import { eventType } from '../../../../platform/events/index.js';
import { queueMail } from '../../../../platform/mail/mail-outbox.js';
import { newId } from '../../../../platform/new-id.js';
import type { ServiceContext } from '../../../../platform/services.js';
import { responsibleMembers } from '../../../accounts/members/index.js';
import { readFlowsUsing } from '../flows-using.js';
import type { StoredConnection } from '../read-stored.js';
import { dropTokens } from './tokens.sql.js';

/** A connection that its service no longer accepts. */
export interface Disconnected {
  id: string;
  workspaceId: string;
  at: Date;
  connectionId: string;
  name: string;
  provider: string | null;
  account: string | null;
  problem: string;
  flows: { id: string; name: string }[];
}

/** Published once when a connection stops working, in the transaction that says so. */
export const connectionDisconnected = eventType<Disconnected>('connection.disconnected');

/** Names of flows in a text. */
const namedAtMost = 5;

interface Refusal {
  generation: number;
  /** The code of the service. */
  error: string;
  description: string | null;
}

/**
 * Says that a connection must be connected again, with what will stop: on the record, by an event, and by a mail to those who answer
 * for the workspace. Nothing happens if it was connected again meanwhile, or another process has said so.
 */
export async function disconnect(
  services: Pick<ServiceContext, 'db' | 'log' | 'now' | 'events' | 'mailer' | 'settings'>,
  stored: StoredConnection,
  refusal: Refusal,
): Promise<void> {
  const { workspaceId, id: connectionId, name, provider, account } = stored;
  await services.db.within(workspaceId).transaction(async (sql) => {
    const flows = await readFlowsUsing(sql, stored);
    const problem = problemOf(stored, refusal, flows);
    if (!(await dropTokens(sql, stored, { generation: refusal.generation, problem }))) return;
    const at = services.now();
    const event = { id: newId(), workspaceId, at, connectionId, name, provider, account, problem };
    services.log.warn({ workspaceId, connectionId, error: refusal.error }, 'a connection must be connected again');
    if (services.mailer) await queueNotice(sql, services.settings.publicUrl, { ...event, flows });
    await services.events.publish(sql, connectionDisconnected({ ...event, flows: flows.slice(0, 100) }));
  });
}

function problemOf(
  { auth, account }: StoredConnection,
  { error, description }: Refusal,
  flows: readonly { name: string }[],
): string {
  const host = hostOf(auth.tokenUrl);
  const whose = account ? `the account ${account}` : auth.grant === 'client_credentials' ? 'the app' : 'the account';
  const said = description ? `${error}: ${description}` : error;
  const isApp = ['invalid_client', 'unauthorized_client'].includes(error) || auth.grant === 'client_credentials';
  const what =
    error === 'expired_token'
      ? `The token of ${whose} at ${host} has expired, and ${host} grants no new one without its owner.`
      : `${host} no longer accepts ${whose} (${said}).`;
  const cure = isApp
    ? 'Check the ID and the secret of the app at the service, and send auth again.'
    : 'Connect the account again.';
  return `${what} ${cure}${stopping(flows)}`.slice(0, 2_000);
}

function stopping(flows: readonly { name: string }[]): string {
  if (flows.length === 0) return '';
  const named = flows.slice(0, namedAtMost).map(({ name }) => `"${name}"`);
  const more = flows.length > namedAtMost ? ` and ${flows.length - namedAtMost} more` : '';
  return ` Until then these flows stop: ${named.join(', ')}${more}.`;
}

function hostOf(url: string | null | undefined): string {
  return (url && URL.parse(url)?.host) || 'The service';
}

type Notice = Disconnected & { flows: readonly { name: string }[] };

async function queueNotice(
  sql: Parameters<typeof queueMail>[0],
  publicUrl: string,
  { workspaceId, name, problem, at }: Notice,
): Promise<void> {
  const { emails, workspaceName } = await responsibleMembers(sql, workspaceId);
  const subject = `A connection of the workspace ${workspaceName} must be connected again`;
  const text = `The connection "${name}" of the workspace "${workspaceName}" no longer works.

${problem}

Open its page in the dashboard to connect it: ${publicUrl}/app
`;
  await queueMail(sql, workspaceId, { to: emails, subject, text }, at);
}
