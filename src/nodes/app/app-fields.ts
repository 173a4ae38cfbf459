import { z } from 'zod';
import { filledText, numberField, optionalField, textField } from '../field-kinds.js';
import { requestFields } from '../http/request-fields.js';
import type { Connector, ConnectorField, Fields } from './connector-file.js';

/** Characters of one text of a request. */
const longest = 200_000;

const isTime = (text: string) => !Number.isNaN(Date.parse(text));

function kindOf({ type, options = [], pattern }: ConnectorField): z.ZodType {
  switch (type) {
    case 'string':
      return pattern === undefined
        ? filledText(longest)
        : textField(z.string().max(longest).regex(new RegExp(pattern), `must match ${pattern}`));
    case 'number':
      return numberField(z.number());
    case 'integer':
      return numberField(z.int());
    case 'boolean':
      return z.preprocess((value) => (value === 'true' || value === 'false' ? value === 'true' : value), z.boolean());
    case 'choice':
      return z.enum(options);
    case 'json':
      return z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())], {
        error: 'must be an object or a list',
      });
    case 'list':
      return z.preprocess(
        (value) => (typeof value === 'string' || typeof value === 'number' ? [value] : value),
        z.array(filledText(longest)).max(1_000),
      );
    case 'datetime':
      return z.string().refine(isTime, 'must be a date and time, for example 2026-01-05T09:00:00Z');
    case 'url':
      return requestFields.shape.url.refine((url) => !/[?#]/.test(url), 'must be a URL without `?` and `#`');
  }
}

/** The schema of fields, with their English descriptions. */
export function schemaOf(fields: Fields): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const kind = kindOf(field);
      return [name, (field.required ? kind : optionalField(kind)).describe(field.about[0])];
    }),
  );
}

/** What the field that names the connection says, in English and Spanish. */
export function aboutConnection({ title, hosts }: Connector): readonly [string, string] {
  const list = hosts.map((one) => `\`${one}\``).join(', ');
  return [
    `The name or ID of the connection to ${title}, which is written out. Its hosts must include ${list}.`,
    `El nombre o ID de la conexión con ${title}, escrito tal cual. Sus hosts deben incluir ${list}.`,
  ];
}

export function connectionField(connector: Connector) {
  return z.string().min(1).max(200).describe(aboutConnection(connector)[0]);
}

/** What the field of a list says that has several pages. */
export const aboutMaxPages = [
  'The number of pages to read: with more of them, the output has `more`. Without it all are read, at most 100.',
  'Cuántas páginas se leen: si hay más, la salida tiene `more`. Sin él se leen todas, como máximo 100.',
] as const;

export const maxPagesField = optionalField(numberField(z.int().min(1).max(1_000))).describe(aboutMaxPages[0]);
