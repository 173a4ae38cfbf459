import { z } from 'zod';
import { filledText, messageText, numberField, optionalField, textField } from '../field-kinds.js';

/** The kinds of fields of a form. */
export const formFieldTypes = [
  'text',
  'textarea',
  'email',
  'phone',
  'number',
  'date',
  'select',
  'radio',
  'checkbox',
  'file',
] as const;

const most = { fields: 100, options: 100, pages: 20, label: 200, text: 2_000, value: 10_000 };

const name = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'must be a letter, then letters, digits and _, for example "firstName"');

const field = z.object({
  name: name.describe('The name under which expressions read the value: `triggerData.fields.<name>`.'),
  label: filledText(most.label).describe('What the field asks for.'),
  type: z
    .enum(formFieldTypes)
    .describe('The kind of the field. `checkbox` is one box, or with `options` several of which any can be chosen.'),
  required: optionalField(z.boolean()).describe('Whether it must be filled. Defaults to false.'),
  help: optionalField(messageText({ max: most.label * 2 })).describe('A hint below the label. At most 400 characters.'),
  options: optionalField(z.array(filledText(most.label)).min(1).max(most.options)).describe(
    'What can be chosen, of `select`, `radio` and `checkbox`. At most 100.',
  ),
  maxLength: optionalField(numberField(z.int().min(1).max(most.value))).describe(
    'The number of characters of a text, at most 10000. Defaults to 200, for `textarea` to 5000.',
  ),
  value: optionalField(messageText({ max: most.value })).describe(
    'What the field holds at first. The query string of the address sets it, too: `?email=ana@example.com`.',
  ),
  page: optionalField(numberField(z.int().min(1).max(most.pages))).describe(
    'The page that shows it, from 1. Visitors go from page to page, and can go back. Defaults to 1.',
  ),
});

const webUrl = z.url({ protocol: /^https?$/, error: 'must be an HTTP or HTTPS URL' }).max(most.text);

const origin = z
  .string()
  .regex(/^(https?:\/\/[^/?#\s;,'"*]+|\*)$/, 'must be an origin, for example https://www.example.com, or *');

/** What defines a form, of a trigger and of a wait. */
export const formFields = {
  title: filledText(most.label).describe('The heading of the page.'),
  description: optionalField(messageText({ max: most.text })).describe(
    'A text below the heading. At most 2000 characters.',
  ),
  fields: z
    .array(field)
    .min(1)
    .max(most.fields)
    .describe('The fields, in their order. At most 100. JSON, because each kind has settings of its own.'),
  submitLabel: optionalField(filledText(60)).describe('The text of the button that sends the form.'),
  thankYou: optionalField(messageText({ max: most.text })).describe('The text after the form was sent.'),
  redirectUrl: optionalField(textField(webUrl)).describe(
    'Where the visitor is led after the form was sent, instead of `thankYou`.',
  ),
  accent: optionalField(
    textField(z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour of the form #1a2b3c')),
  ).describe('The colour of the button, for example `#1a7f37`.'),
  language: optionalField(z.enum(['en', 'es'])).describe(
    'The language of what the page says itself. Defaults to that of the browser of the visitor, or English.',
  ),
  embedOrigins: optionalField(z.array(origin).min(1).max(20)).describe(
    'The origins whose pages may embed the form, for example `https://www.example.com`; `*` for any. Defaults to none.',
  ),
};

/** Refuses forms whose parts contradict one another. */
export function requireConsistentForm(
  { fields }: { fields: readonly FormField[] },
  context: Pick<z.core.$RefinementCtx, 'addIssue'>,
): void {
  const refuse = (index: number, key: string, message: string) =>
    context.addIssue({ code: 'custom', path: ['fields', index, key], message, input: fields });
  const last = Math.max(...fields.map(pageOf));
  for (const [index, { name: own, type, options, page }] of fields.entries()) {
    if (fields.findIndex((other) => other.name === own) < index) refuse(index, 'name', 'must be used once');
    if (needsOptions.has(type) && !options) refuse(index, 'options', `is required for the type ${type}`);
    if (options && !takesOptions.has(type)) refuse(index, 'options', `is not allowed for the type ${type}`);
    if (options && new Set(options).size < options.length) refuse(index, 'options', 'must be different');
    if (type === 'file' && (page ?? 1) < last)
      refuse(index, 'page', 'must be the last page, because files are sent with it');
  }
}

const needsOptions: ReadonlySet<string> = new Set(['select', 'radio']);
const takesOptions: ReadonlySet<string> = new Set([...needsOptions, 'checkbox']);

export const formDefinition = z.object(formFields).superRefine(requireConsistentForm);

export type FormDefinition = z.output<typeof formDefinition>;
export type FormField = z.output<typeof field>;

/** The number of the page of a field, from 1. */
export function pageOf({ page = 1 }: Pick<FormField, 'page'>): number {
  return page;
}

/** The pages of a form in their order: those that have fields. */
export function pagesOf({ fields }: Pick<FormDefinition, 'fields'>): FormField[][] {
  const byPage = Map.groupBy(fields, pageOf);
  return [...byPage].sort(([one], [other]) => one - other).map(([, own]) => own);
}
