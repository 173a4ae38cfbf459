import { type Html, hostedPage, html } from '../../../../rest/hosted-page.js';
import type { ConnectPage } from './connect-page.object.js';
import { connectTexts, languageOf } from './connect-texts.js';
import type { FoundLink } from './connection-links.js';
import type { Finished } from './finish-connect.js';

interface Shown {
  publicUrl: string;
  accepted: string | null | undefined;
}

/** The page of a link: it asks before it leads to the provider. */
export function askPage(
  { accepted }: Shown,
  { link, name, host, begin }: { link: FoundLink; name: string; host: string; begin: string },
): ConnectPage {
  const language = languageOf(accepted);
  const { ask, asked, next } = connectTexts(language);
  const title = ask(link.workspaceName, name);
  const body = html`<h1>${title}</h1>
<p>${asked(host)}</p>
<p><a href="${begin}" rel="noreferrer">${next}</a></p>`;
  return { status: 200, ...pageOf(language, title, body) };
}

/** The page of a link that was used or has expired. */
export function goneLinkPage({ accepted }: Shown): ConnectPage {
  const language = languageOf(accepted);
  const { notConnected, linkExpired } = connectTexts(language);
  return { status: 410, ...pageOf(language, notConnected, html`<h1>${notConnected}</h1><p>${linkExpired}</p>`) };
}

/** How a callback has ended, and what to do next. */
export function finishedPage({ publicUrl, accepted }: Shown, finished: Finished): ConnectPage {
  const language = languageOf(accepted);
  const texts = connectTexts(language);
  const { isCustomer, connection } = finished;
  const way = isCustomer ? null : html`<p><a href="${publicUrl}/app">${texts.dashboard}</a></p>`;
  if (finished.kind === 'connected') {
    const title = texts.connected(connection?.name ?? '');
    const { account } = finished;
    const body = html`<h1>${title}</h1>${account && html`<p>${texts.connectedAs(account)}</p>`}<p role="status">${texts.close}</p>${way}`;
    return { status: 200, ...pageOf(language, title, body) };
  }
  const why = whyNot(finished, texts);
  const next = isCustomer ? texts.askAgain : texts.again;
  const body = html`<h1>${texts.notConnected}</h1>${why.map((one) => html`<p>${one}</p>`)}<p role="status">${next}</p>${way}`;
  return { status: statusOf(finished), ...pageOf(language, texts.notConnected, body) };
}

function whyNot(finished: Exclude<Finished, { kind: 'connected' }>, texts: ReturnType<typeof connectTexts>): string[] {
  switch (finished.kind) {
    case 'refused': {
      const { error, description } = finished;
      if (error === 'access_denied') return description ? [texts.denied, description] : [texts.denied];
      return description ? [texts.refused(error), description] : [texts.refused(error)];
    }
    case 'unavailable':
      return [finished.message];
    case 'otherUser':
      return [finished.isCustomer ? texts.otherBrowser : texts.otherUser];
    default:
      return [texts[finished.kind]];
  }
}

function statusOf({ kind }: Finished): number {
  if (kind === 'expired') return 410;
  if (kind === 'otherUser' || kind === 'forbidden') return 403;
  return kind === 'unavailable' ? 502 : 400;
}

function pageOf(language: 'en' | 'es', title: string, body: Html): Pick<ConnectPage, 'html' | 'policy'> {
  const { text, policy } = hostedPage({ language, title, body });
  return { html: text, policy };
}
