import { hostedPage, html } from '../../../../../rest/hosted-page.js';
import type { FormPage } from '../forms/form.object.js';
import { messagePage } from '../forms/form-page.js';
import { formTexts, languageOf } from '../forms/form-texts.js';

/** The page of an address: it asks before it continues the step, because mail programs open links to check them. */
export function askPage(accepted: string | undefined): FormPage {
  const language = languageOf(null, accepted);
  const { callbackAsk, callbackContinue } = formTexts(language);
  const body = html`<h1>${callbackAsk}</h1>
<form method="post"><div class="buttons"><button class="primary">${callbackContinue}</button></div></form>`;
  return pageOf(200, hostedPage({ language, title: callbackAsk, body }));
}

/** The page after the button was pressed. */
export function donePage(accepted: string | undefined): FormPage {
  const language = languageOf(null, accepted);
  return pageOf(200, messagePage(language, formTexts(language).callbackDone));
}

/** The page of an address that cannot be called any more. */
export function goneCallbackPage(accepted: string | undefined): FormPage {
  const language = languageOf(null, accepted);
  return pageOf(410, messagePage(language, formTexts(language).goneCallback));
}

function pageOf(status: number, { text, policy }: { text: string; policy: string }): FormPage {
  return { status, html: text, policy };
}
