import { randomUUID } from 'node:crypto';
import { type FormDefinition, pagesOf } from '../../../../../nodes/index.js';
import { AppError } from '../../../../../platform/errors/errors.js';
import type { ArrivingBody } from '../../../../../platform/graphql/arriving-body.js';
import type { Services } from '../../../../../platform/services.js';
import { WebhookRequest } from '../../../../../rest/webhook-request.js';
import { gone } from '../signals/call-address.js';
import type { FormAnswer, FormObject, FormPage } from './form.object.js';
import { type FormView, formPage, messagePage, ownNames, type ShownForm, thankYouPage } from './form-page.js';
import { formTexts, languageOf } from './form-texts.js';
import { type NoForm, type OpenForm, openForm } from './open-form.js';
import { readSubmission, type Sent } from './read-submission.js';
import { type Given, type ReadValues, readValues, textsOf } from './read-values.js';
import { sendForm } from './send-form.js';

/** A request for the page of a form. */
export interface FormCall {
  token: string;
  request: WebhookRequest;
  /** The header `Idempotency-Key`. */
  key: string | null;
  /** The body, if it is to be read while it arrives: a form with files. */
  body: ArrivingBody | undefined;
}

/** The answer to a request, and whether its token is one of no form. */
export type Served = FormAnswer & { isUnknown?: true };

/** Shows a form. @throws AppError NOT_FOUND, CONFLICT and GONE, for requests that accept no HTML */
export async function showForm(services: Services, { token, request }: FormCall): Promise<Served> {
  const form = await openForm(services, token);
  if (typeof form === 'string') return without(form, request);
  if (form.isOver) return without('gone', request);
  if (!acceptsHtml(request)) return { form: described(form.definition) };
  const given = { ...initial(form.definition), ...request.query };
  const view = { page: 0, given, errors: new Map<string, string>(), submissionId: randomUUID() };
  return { page: { status: 200, ...html(formPage(shownOf(form, request), view)) } };
}

/**
 * Accepts a form, or shows the page that comes next: the following one, the one before, or one with errors.
 * @throws AppError FORM_INVALID and the others of `showForm`, for requests that accept no HTML; what reading the body throws
 */
export async function submitForm(services: Services, call: FormCall): Promise<Served> {
  const form = await openForm(services, call.token);
  if (typeof form === 'string') return without(form, call.request);
  let sent: Sent | null = null;
  try {
    sent = await readSubmission(services, form, call.request, call.body);
    return await (acceptsHtml(call.request)
      ? answerPage(services, form, sent, call)
      : answerJson(services, form, sent, call));
  } catch (error) {
    await sent?.received?.discard();
    if (error instanceof AppError && error.code === 'GONE') return without('gone', call.request);
    return failed(error, form, call.request);
  }
}

/** What a stranger sees of an error: its status. @throws the error, for requests that accept no HTML */
function failed(error: unknown, form: OpenForm, request: WebhookRequest): Served {
  if (!(error instanceof AppError) || !acceptsHtml(request)) throw error;
  const { language } = shownOf(form, request);
  return { page: { status: error.status, ...html(messagePage(language, formTexts(language).failed)) } };
}

async function answerJson(services: Services, form: OpenForm, sent: Sent, { request, key }: FormCall): Promise<Served> {
  const { definition } = form;
  const texts = formTexts(shownOf(form, request).language);
  const { values, errors } = readValues(definition.fields, sent.given, texts);
  if (errors.size > 0) {
    if (form.isOver) throw gone();
    const details = [...errors].map(([field, message]) => ({ field, message }));
    throw new AppError('FORM_INVALID', 'Fields of the form are not valid.', details);
  }
  await send(services, form, sent, { values, submissionId: null, key });
  return { sent: { thankYou: definition.thankYou ?? null, redirectUrl: definition.redirectUrl ?? null } };
}

async function answerPage(services: Services, form: OpenForm, sent: Sent, { request, key }: FormCall): Promise<Served> {
  const { definition } = form;
  const shown = shownOf(form, request);
  const texts = formTexts(shown.language);
  const pages = pagesOf(definition);
  const { given } = sent;
  const submissionId = own(given, ownNames.submission).slice(0, 100) || null;
  const at = pageIn(own(given, ownNames.page), pages.length);
  const view = (page: number, errors: ReadValues['errors']): FormView => ({
    page,
    given,
    errors,
    submissionId: submissionId ?? randomUUID(),
  });
  const show = async (page: number, errors: ReadValues['errors'] = new Map()): Promise<Served> => {
    if (form.isOver) throw gone();
    await sent.received?.discard();
    return { page: { status: errors.size > 0 ? 422 : 200, ...html(formPage(shown, view(page, errors))) } };
  };
  if (own(given, ownNames.back) !== '') return show(Math.max(0, at - 1));
  const last = pages.length - 1;
  const { values, errors } = readValues(at < last ? (pages[at] ?? []) : definition.fields, given, texts);
  if (errors.size > 0) {
    const wrong = pages.findIndex((fields) => fields.some(({ name }) => errors.has(name)));
    return show(wrong, withFiles(definition, sent, errors, texts.fileAgain));
  }
  if (at < last) return show(at + 1);
  await send(services, form, sent, { values, submissionId, key });
  const { redirectUrl } = definition;
  const page = html(thankYouPage(shown));
  return {
    page: redirectUrl === undefined ? { status: 200, ...page } : { status: 303, ...page, location: redirectUrl },
  };
}

/** A file was sent with a page that is shown again: a browser does not keep it. */
function withFiles(
  { fields }: FormDefinition,
  { received, given }: Sent,
  errors: ReadValues['errors'],
  message: string,
): ReadValues['errors'] {
  if (!received) return errors;
  const lost = fields.filter(({ name, type }) => type === 'file' && given[name] != null && !errors.has(name));
  return new Map([...errors, ...lost.map(({ name }) => [name, message] as const)]);
}

interface Accepted {
  values: Record<string, unknown>;
  submissionId: string | null;
  key: string | null;
}

async function send(
  services: Services,
  form: OpenForm,
  { given, compared, received }: Sent,
  { values, ...accepted }: Accepted,
): Promise<void> {
  // A program that fills every field has filled the one that nobody sees: it is thanked, and nothing happens.
  if (own(given, ownNames.trap) !== '') {
    await received?.discard();
    return;
  }
  const names = form.definition.fields.map(({ name }) => name);
  const same = Object.fromEntries(names.map((name) => [name, compared[name] ?? null]));
  await sendForm(services, form, { fields: values, compared: same, received, ...accepted });
}

function own(given: Given, name: string): string {
  return textsOf(given[name])?.[0] ?? '';
}

function pageIn(text: string, pages: number): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 0 && page < pages ? page : 0;
}

const statuses = { unknown: 404, early: 409, gone: 410 } as const satisfies Record<NoForm, number>;
const codes = { unknown: 'NOT_FOUND', early: 'CONFLICT', gone: 'GONE' } as const;

/** The answer where there is no form to send. It says nothing of the flow. */
function without(reason: NoForm, request: WebhookRequest): Served {
  const language = languageOf(null, request.header('accept-language'));
  const { notFound, early, gone } = formTexts(language);
  const message = { unknown: notFound, early, gone }[reason];
  const isUnknown = reason === 'unknown' && { isUnknown: true as const };
  if (acceptsHtml(request))
    return { page: { status: statuses[reason], ...html(messagePage(language, message)) }, ...isUnknown };
  throw new AppError(codes[reason], message);
}

/** Browsers accept HTML; what sends JSON, or asks for it, does not. */
function acceptsHtml(request: WebhookRequest): boolean {
  return /\btext\/html\b/i.test(request.header('accept') ?? '');
}

function shownOf({ definition, owner }: OpenForm, request: WebhookRequest): ShownForm {
  return { definition, owner, language: languageOf(definition.language, request.header('accept-language')) };
}

function html({ text, policy }: { text: string; policy: string }): Pick<FormPage, 'html' | 'policy'> {
  return { html: text, policy };
}

function initial({ fields }: FormDefinition): Given {
  return Object.fromEntries(fields.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])));
}

function described({ title, description, fields }: FormDefinition): FormObject {
  return {
    title,
    description: description ?? null,
    fields: fields.map(({ name, label, type, required, help, options, page }) => ({
      name,
      label,
      type,
      required: required ?? false,
      help: help ?? null,
      options: options ?? null,
      page: page ?? 1,
    })),
  };
}
