import { z } from 'zod';
import type { FormDefinition, FormField } from '../../../../../nodes/index.js';
import type { FormTexts } from './form-texts.js';

/** What a visitor sent, by the name of the field: a text, several texts, or a file. */
export type Given = Readonly<Record<string, unknown>>;

export interface ReadValues {
  /** By the name of the field; null for what is empty. */
  values: Record<string, unknown>;
  /** What is wrong, by the name of the field. */
  errors: ReadonlyMap<string, string>;
}

type Read = { value: unknown } | { error: string };

const email = z.email().max(254);
const date = z.iso.date();
const phone = /^\+?[\d\s()./-]{5,30}$/;
const number = /^[+-]?(\d{1,30}([.,]\d{1,30})?|[.,]\d{1,30})$/;
const ticked: ReadonlySet<unknown> = new Set([true, 'true', 'on', '1']);

/** Reads what was sent into the fields of a form. */
export function readValues(fields: FormDefinition['fields'], given: Given, { invalid }: FormTexts): ReadValues {
  const values: Record<string, unknown> = {};
  const errors = new Map<string, string>();
  for (const field of fields) {
    const read = readField(field, Object.hasOwn(given, field.name) ? given[field.name] : undefined, invalid);
    if ('error' in read) errors.set(field.name, read.error);
    else values[field.name] = read.value;
  }
  return { values, errors };
}

function readField(field: FormField, given: unknown, invalid: FormTexts['invalid']): Read {
  if (field.type === 'file') return readFile(field, given, invalid);
  if (field.type === 'checkbox' && !field.options) {
    const isTicked = ticked.has(given);
    return field.required && !isTicked ? { error: invalid.ticked } : { value: isTicked };
  }
  const texts = textsOf(given);
  if (!texts) return { error: invalid.text };
  if (field.type === 'checkbox') return readChoices(field, texts, invalid);
  if (texts.length > 1) return { error: invalid.text };
  const [text = ''] = texts;
  if (text === '') return field.required ? { error: invalid.required } : { value: null };
  return readText(field, text, invalid);
}

function readChoices({ options = [], required }: FormField, texts: string[], invalid: FormTexts['invalid']): Read {
  const chosen = texts.filter((text) => text !== '');
  if (!chosen.every((one) => options.includes(one))) return { error: invalid.option };
  if (required && chosen.length === 0) return { error: invalid.chosen };
  return { value: options.filter((one) => chosen.includes(one)) };
}

function readText({ type, options = [], maxLength }: FormField, text: string, invalid: FormTexts['invalid']): Read {
  switch (type) {
    case 'select':
    case 'radio':
      return options.includes(text) ? { value: text } : { error: invalid.option };
    case 'email':
      return email.safeParse(text).success ? { value: text } : { error: invalid.email };
    case 'phone':
      return phone.test(text) ? { value: text } : { error: invalid.phone };
    case 'number':
      return number.test(text) ? { value: Number(text.replace(',', '.')) } : { error: invalid.number };
    case 'date':
      return date.safeParse(text).success ? { value: text } : { error: invalid.date };
    default: {
      const most = maxLength ?? defaultLength(type);
      return text.length > most ? { error: invalid.long(most) } : { value: text };
    }
  }
}

/** Characters of a text that has no limit of its own. */
export function defaultLength(type: FormField['type']): number {
  return type === 'textarea' ? 5_000 : 200;
}

/** Only what was received as a file is one: a text or a JSON value names no file of the workspace. */
function readFile({ required }: FormField, given: unknown, invalid: FormTexts['invalid']): Read {
  if (given === undefined || given === null || given === '') {
    return required ? { error: invalid.file } : { value: null };
  }
  return given instanceof FileOfForm ? { value: given.value } : { error: invalid.file };
}

/** The value of a file that was received with the form. */
export class FileOfForm {
  constructor(readonly value: unknown) {}
}

/** What was sent as texts, without spaces around them; null for anything else. */
export function textsOf(given: unknown): string[] | null {
  if (given === undefined || given === null) return [];
  const list = Array.isArray(given) ? given : [given];
  const texts = list.map((one) => {
    if (typeof one === 'number' || typeof one === 'boolean') return String(one);
    return typeof one === 'string' ? one.replaceAll('\r\n', '\n').replaceAll('\u0000', '').trim() : null;
  });
  return texts.every((text) => text !== null) ? texts : null;
}
