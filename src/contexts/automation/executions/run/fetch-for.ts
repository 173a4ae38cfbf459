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
  let target = { url, request: init };
  if (connection !== undefined) {
    const opened = await openFor(attempt, connection);
    sent.connect(opened);
    target = connectedRequest(url, init, opened.credential);
  }
  const answer = await outbound.fetch(target.url, sent.confined(target.request));
  sent.noteAnswer();
  return answer;
}

/**
 * The connection that the flow names. A name that an expression computes is not looked up: the rights to use a connection were
 * asked for those that are written out.
 */
async function openFor({ deps, executionContext }: Attempt, connection: string): Promise<OpenConnection> {
  return deps.openConnection(await useOf({ executionContext }, connection));
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
