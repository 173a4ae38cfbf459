import type { Scope } from '../../../platform/graphql/context.js';
import { openWebhookToken } from './create-webhook-token.js';
import type { Flow } from './flow.entity.js';

/** The path of the URLs that run flows. */
const webhookPath = '/flows/run';

/** Where the addresses begin that flows give to strangers. */
const ownPaths = [webhookPath, '/callbacks', '/forms'];

/** Whether a path is that of a webhook. */
export function isWebhookPath(path: string): boolean {
  return isBelow(webhookPath, path);
}

/** Whether a path is that of a webhook, a callback or a form: what a flow receives from strangers. */
export function isFlowPath(path: string): boolean {
  return ownPaths.some((own) => isBelow(own, path));
}

function isBelow(own: string, path: string): boolean {
  return path === own || path.startsWith(`${own}/`);
}

/** The URL that runs the flow of a token. */
export function webhookUrl(origin: string, token: string): string {
  return `${origin}${webhookPath}?token=${token}`;
}

/** The token of a webhook as it is stored. */
export interface StoredToken {
  /** The ID of its trigger. */
  id: string;
  encryptedToken: string;
}

/** The token and the URL of a webhook. @throws Error if the vault no longer has the key of the token */
export async function openWebhookAddress(
  { services, workspaceId }: Pick<Scope, 'services' | 'workspaceId'>,
  { id, encryptedToken }: StoredToken,
): Promise<{ webhookToken: string; webhookUrl: string }> {
  const webhookToken = await openWebhookToken(services.vault, { workspaceId, id }, encryptedToken);
  return { webhookToken, webhookUrl: webhookUrl(services.settings.webhookOrigin, webhookToken) };
}

/** The URL of a form. @throws Error if the vault no longer has the key of the token */
export async function openFormUrl(
  { services, workspaceId }: Pick<Scope, 'services' | 'workspaceId'>,
  { id, encryptedToken }: StoredToken,
): Promise<string> {
  const token = await openWebhookToken(services.vault, { workspaceId, id }, encryptedToken);
  return `${services.settings.webhookOrigin}/forms/${token}`;
}

/** Sets the webhook token and URL of a flow. */
export async function showWebhookAddress<T extends Flow>(scope: Scope, flow: T, token: StoredToken): Promise<T> {
  return Object.assign(flow, await openWebhookAddress(scope, token));
}
