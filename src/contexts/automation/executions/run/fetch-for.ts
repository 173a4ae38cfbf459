import type { NodeRequest } from '../../../../nodes/index.js';
import type { DatabaseAccess } from '../../../../platform/foreign-databases/index.js';
import { OutboundError, type OutboundResponse } from '../../../../platform/outbound/index.js';
import { type ConnectionUse, connectedRequest, type OpenConnection } from '../../connections/index.js';
import { flowReferencesOf } from '../../flows/index.js';
import type { Attempt } from './prepare-step.js';
import type { SentSecrets } from './sent-secrets.js';

/** Sends a request of a node, confined to the hosts of its secrets and of its connection, whose credentials are added here. */
export async function fetchFor(
  attempt: Attempt,
  sent: SentSecrets,
  url: string,
  { connection, ...init }: NodeRequest,
): Promise<OutboundResponse> {
  const { outbound } = attempt.deps;
  const send = async (opened: OpenConnection | null): Promise<OutboundResponse> => {
    if (opened) sent.connect(opened);
    const target = opened ? connectedRequest(url, init, opened.credential) : { url, request: init };
    const answer = await outbound.fetch(target.url, sent.confined(target.request));
    sent.noteAnswer();
    return answer;
  };
  const opened = connection === undefined ? null : await openFor(attempt, connection);
  const answer = await send(opened);
  if (answer.status !== 401 || !opened?.renew) return answer;
  // The service may have ended the token before its time. It has not performed what it refused.
  const renewed = await opened.renew(attempt.signal);
  if (renewed.credential.value === opened.credential.value) return answer;
  init.share?.release();
  return send(renewed);
}

/**
 * The connection that the flow names. A name that an expression computes is not looked up: the rights to use a connection were
 * asked for those that are written out.
 */
async function openFor({ deps, executionContext, signal }: Attempt, connection: string): Promise<OpenConnection> {
  return deps.openConnection(await useOf({ executionContext }, connection), signal);
}

async function useOf(
  { executionContext }: Pick<Attempt, 'executionContext'>,
  connection: string,
): Promise<ConnectionUse> {
  const { run, version } = executionContext;
  const named = await flowReferencesOf(version.row);
  const name = connection.trim();
  if (!named.some((one) => one.kind === 'connection' && [name, name.toLowerCase()].includes(one.name)))
    throw computed(name);
  return { workspaceId: run.workspaceId, flowId: run.flowId, connection: name };
}

/** Opens a database for a step, if it may receive the secrets in the fields of the step. @throws OutboundError */
export async function databaseFor(
  { deps, executionContext }: Pick<Attempt, 'deps' | 'executionContext'>,
  sent: SentSecrets,
  connection: string,
): Promise<{ access: DatabaseAccess; redact: (text: string) => string }> {
  const access = await deps.openDatabase(await useOf({ executionContext }, connection));
  const { confinement } = sent.confined({ method: 'POST' });
  const violation = confinement?.violation(access.target.host);
  if (violation) throw violation;
  sent.noteAnswer();
  return { access, redact: confinement?.redact ?? ((text) => text) };
}

function computed(name: string): OutboundError {
  const message = `The connection "${name.slice(0, 80)}" must be written out in the node: an expression cannot compute its name.`;
  return new OutboundError('CONNECTION_MISSING', message, false);
}
