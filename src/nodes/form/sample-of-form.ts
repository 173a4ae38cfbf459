import { sampleFile } from '../file/sample-file.js';
import type { FormField } from './form-fields.js';

const submittedAt = '2026-01-05T09:00:00.000Z';

/** What a form with these fields sends, by the kinds of its fields; `sample` while it has none. */
export function sampleOfForm(data: Readonly<Record<string, unknown>>, sample: unknown): unknown {
  if (!Array.isArray(data.fields)) return sample;
  const named = data.fields.filter((field): field is FormField => typeof field?.name === 'string');
  return { fields: Object.fromEntries(named.map((field) => [field.name, sampleOfField(field)])), submittedAt };
}

function sampleOfField({ type, options, value }: FormField): unknown {
  const first = Array.isArray(options) ? options[0] : undefined;
  switch (type) {
    case 'email':
      return 'ana@example.com';
    case 'phone':
      return '+34600000001';
    case 'number':
      return 12;
    case 'date':
      return '2026-01-12';
    case 'select':
    case 'radio':
      return first ?? null;
    case 'checkbox':
      return first === undefined ? true : [first];
    case 'file':
      return sampleFile('sample.txt', 'text/plain');
    default:
      return value ?? 'Sample';
  }
}
