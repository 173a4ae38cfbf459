import { randomBytes } from 'node:crypto';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { countAddress } from '../../../../platform/graphql/limits/count-request.js';
import { OutboundError } from '../../../../platform/outbound/index.js';
import { hashToken } from '../../../../platform/token-hash.js';
import { readCookie, setCookie } from '../../../accounts/auth/index.js';
import { appOf, openCredentials } from '../open-connection.js';
import { readStored, type StoredConnection } from '../read-stored.js';
import type { OauthApp } from '../tokens/oauth-app.js';
import { beginConnect } from './begin-connect.js';
import { askPage, goneLinkPage } from './connect-page.js';
import type { OpenedConnectionLink } from './connect-page.object.js';
import { type FoundLink, findLink } from './connection-links.js';
import { browserCookie } from './finish-connect.js';
import { wantsJson } from './wants-json.js';

/** Seconds for which a browser is known as the one that opened a link: longer than the page of a provider may stay open. */
const cookieSeconds = 3_600;

/**
 * The page of a link for a customer, which is used only when an account is connected. Its button leads to the provider, and binds the
 * callback to this browser.
 */
export async function openLink(
  context: GraphContext,
  token: string,
  { begin, accept, acceptLanguage: accepted }: { begin: boolean; accept: string | null; acceptLanguage: string | null },
): Promise<OpenedConnectionLink> {
  const { settings } = context.services;
  const shown = { publicUrl: settings.publicUrl, accepted };
  const found = await openOf(context, token);
  if (!found) {
    await countAddress(context, 'badTokens');
    return { name: '', authorizeUrl: null, page: goneLinkPage(shown) };
  }
  const { link, stored, app } = found;
  const { name } = stored;
  if (begin) {
    const authorizeUrl = await beginIn(context, found);
    const page = { status: 303, html: '', policy: "default-src 'none'", location: authorizeUrl };
    return { name, authorizeUrl, page: wantsJson(accept) ? null : page };
  }
  const { host } = new URL(app.authorizeUrl);
  const page = askPage(shown, { link, name, host, begin: `${settings.publicUrl}/oauth/links/${token}/begin` });
  return { name, authorizeUrl: null, page: wantsJson(accept) ? null : page };
}

/** Binds the callback to the browser, by a cookie. */
async function beginIn(context: GraphContext, { link, stored, app }: Open): Promise<string> {
  const browser = readCookie(context, browserCookie) ?? randomBytes(32).toString('base64url');
  setCookie(context, browserCookie, browser, cookieSeconds);
  const beginner = { linkId: link.id, browserHash: hashToken(browser) };
  const { authorizeUrl } = await beginConnect(context.services, stored, app, beginner);
  return authorizeUrl;
}

interface Open {
  link: FoundLink;
  stored: StoredConnection;
  app: OauthApp;
}

async function openOf({ services }: GraphContext, token: string): Promise<Open | null> {
  const link = await findLink(services, token);
  const stored = link && (await readStored(services.db.pool, link.workspaceId, link.connectionId));
  if (!link || stored?.auth.grant !== 'authorization_code') return null;
  try {
    return { link, stored, app: appOf(stored, await openCredentials(services, stored)) };
  } catch (error) {
    if (error instanceof OutboundError) return null;
    throw error;
  }
}
