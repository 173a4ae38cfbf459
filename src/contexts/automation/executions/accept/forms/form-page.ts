import { type FormDefinition, type FormField, pagesOf } from '../../../../../nodes/index.js';
import { attributes, type HostedPage, type Html, hostedPage, html } from '../../../../../rest/hosted-page.js';
import { type FormTexts, formTexts, type PageLanguage } from './form-texts.js';
import { defaultLength, type Given, textsOf } from './read-values.js';

/** A form as it is shown. */
export interface ShownForm {
  definition: FormDefinition;
  language: PageLanguage;
  /** Whose form it is. */
  owner: string;
}

/** What of a form a visitor sees. */
export interface FormView {
  /** The index of the page, from 0. */
  page: number;
  /** What was typed on all pages. */
  given: Given;
  errors: ReadonlyMap<string, string>;
  /** Identifies what is sent: sent twice, it is accepted once. */
  submissionId: string;
}

/** Names of fields of the page itself: those of a form begin with a letter. */
export const ownNames = { page: '_page', back: '_back', submission: '_submission', trap: '_website' } as const;

/** The page of a form, which works without scripts. */
export function formPage(form: ShownForm, view: FormView): { text: string; policy: string } {
  const { definition, language } = form;
  const texts = formTexts(language);
  const pages = pagesOf(definition);
  const shown = pages[view.page] ?? [];
  const isLast = view.page === pages.length - 1;
  const hasFile = shown.some(({ type }) => type === 'file');
  const body = html`
<h1>${definition.title}</h1>
${view.page === 0 && definition.description ? html`<p>${definition.description}</p>` : ''}
${pages.length > 1 ? html`<p class="progress">${texts.progress(view.page + 1, pages.length)}</p>` : ''}
${errorList(shown, view.errors, texts)}
<form method="post"${hasFile ? html` enctype="multipart/form-data"` : ''}>
<div class="trap" aria-hidden="true"><label>${texts.trap} <input name="${ownNames.trap}" tabindex="-1" autocomplete="off"></label></div>
${hidden(ownNames.submission, view.submissionId)}${hidden(ownNames.page, String(view.page))}
${pages.flatMap((fields, index) => (index === view.page ? [] : fields.flatMap((field) => carried(field, view.given))))}
${shown.map((field) => fieldHtml(field, view, texts))}
<div class="buttons">
<button class="primary">${isLast ? (definition.submitLabel ?? texts.submit) : texts.next}</button>
${view.page > 0 ? html`<button name="${ownNames.back}" value="1" formnovalidate>${texts.back}</button>` : ''}
</div>
</form>`;
  const title = view.errors.size > 0 ? `${texts.problem}: ${definition.title}` : definition.title;
  return hostedPage({ ...frameOf(form), title, body });
}

/** The page after a form was sent. */
export function thankYouPage(form: ShownForm): { text: string; policy: string } {
  const { definition, language } = form;
  const text = definition.thankYou ?? formTexts(language).thankYou;
  const body = html`<h1>${definition.title}</h1><p role="status">${text}</p>`;
  return hostedPage({ ...frameOf(form), title: definition.title, body });
}

/** A page that says one thing. */
export function messagePage(language: PageLanguage, message: string): { text: string; policy: string } {
  return hostedPage({ language, title: message, body: html`<p role="status">${message}</p>` });
}

function frameOf({ definition, language, owner }: ShownForm): Omit<HostedPage, 'title' | 'body'> {
  const { accent, embedOrigins, redirectUrl } = definition;
  return { language, owner, accent, embedOrigins, leadsTo: redirectUrl };
}

function errorList(shown: readonly FormField[], errors: FormView['errors'], texts: FormTexts): Html | null {
  const wrong = shown.filter(({ name }) => errors.has(name));
  if (wrong.length === 0) return null;
  return html`<div class="errors" role="alert" tabindex="-1" autofocus><p>${texts.errors}</p><ul>${wrong.map(
    ({ name, label }) => html`<li><a href="#${idOf(name)}">${label}</a></li>`,
  )}</ul></div>`;
}

/** What was typed on another page. */
function carried({ name, type }: FormField, given: Given): Html[] {
  return type === 'file' ? [] : (textsOf(given[name]) ?? []).map((text) => hidden(name, text));
}

function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

const idOf = (name: string) => `field-${name}`;

function fieldHtml(field: FormField, { given, errors }: FormView, texts: FormTexts): Html {
  const { name, label, type, options, required, help } = field;
  const error = errors.get(name);
  const described = [help && `${idOf(name)}-help`, error && `${idOf(name)}-error`].filter(Boolean).join(' ');
  const aria = attributes({ 'aria-describedby': described || null, 'aria-invalid': error ? 'true' : null });
  const optional = required ? '' : html` <span class="optional">(${texts.optional})</span>`;
  const help_ = help ? html`<span class="hint" id="${idOf(name)}-help">${help}</span>` : '';
  const error_ = error ? html`<span class="error" id="${idOf(name)}-error">${error}</span>` : '';
  const typed = textsOf(given[name]) ?? [];
  const control = attributes({ id: idOf(name), name, class: 'control', required: required === true });
  const wrongClass = error ? ' invalid' : '';
  if (type === 'radio' || (type === 'checkbox' && options)) {
    return html`<fieldset class="field${wrongClass}" id="${idOf(name)}" tabindex="-1"${aria}><legend>${label}${optional}</legend>${help_}${(
      options ?? []
    ).map((option) => {
      const box = {
        type,
        name,
        value: option,
        checked: typed.includes(option),
        required: type === 'radio' && required,
      };
      return html`<label class="choice"><input${attributes(box)}>${option}</label>`;
    })}${error_}</fieldset>`;
  }
  if (type === 'checkbox') {
    const isTicked = typed.some((text) => ['true', 'on', '1'].includes(text));
    const box = attributes({ type, id: idOf(name), name, required: required === true, checked: isTicked });
    return html`<div class="field single${wrongClass}"><label class="choice"><input${box}${aria}><span>${label}${optional}</span></label>${help_}${error_}</div>`;
  }
  const head = html`<label for="${idOf(name)}">${label}${optional}</label>${help_}`;
  return html`<div class="field${wrongClass}">${head}${inputHtml(field, typed[0] ?? '', html`${control}${aria}`, texts)}${error_}</div>`;
}

const inputTypes: Readonly<Partial<Record<FormField['type'], string>>> = {
  email: 'email',
  phone: 'tel',
  date: 'date',
  file: 'file',
};
const completions: Readonly<Partial<Record<FormField['type'], string>>> = { email: 'email', phone: 'tel' };

function inputHtml({ type, options = [], maxLength }: FormField, value: string, control: Html, texts: FormTexts): Html {
  const maxlength = maxLength ?? defaultLength(type);
  if (type === 'textarea')
    return html`<textarea${control}${attributes({ maxlength })}>
${value}</textarea>`;
  if (type === 'select') {
    const choices = options.map(
      (option) => html`<option${attributes({ selected: option === value })}>${option}</option>`,
    );
    return html`<select${control}><option value="">${texts.choose}</option>${choices}</select>`;
  }
  const given = {
    type: inputTypes[type] ?? 'text',
    inputmode: type === 'number' ? 'decimal' : null,
    autocomplete: completions[type],
    maxlength: type === 'text' ? maxlength : null,
    value: type === 'file' ? null : value,
  };
  return html`<input${control}${attributes(given)}>`;
}
