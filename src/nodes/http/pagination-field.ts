import { z } from 'zod';
import { numberField, optionalField, textField } from '../field-kinds.js';

/** Pages of one step, unless the author sets another number. */
export const defaultMaxPages = 100;
const mostPages = 1_000;

const path = z
  .string()
  .max(500)
  .regex(/^[^.\s]+(\.[^.\s]+)*$/, 'must be the path of a field of the body, for example "data.items"');
const paramName = textField(z.string().min(1).max(200));
const type = <const Type extends string>(name: Type) => z.literal(name).describe('How the server divides the list.');

const common = {
  items: optionalField(path).describe(
    'The path of the list in the body of each page, for example `data.items`. Defaults to the body itself.',
  ),
  maxPages: optionalField(numberField(z.int().min(1).max(mostPages))).describe(
    `The number of pages to read: with more of them, the output has \`more\`. Without it, the step fails if there are more than ${defaultMaxPages}.`,
  ),
};
const where = optionalField(z.enum(['query', 'body'])).describe(
  'Where the parameter is sent: in the query, or as a field of a JSON body. Defaults to `query`.',
);

/** How the pages of a list are found. Each kind of server has one of these. */
export const paginationField = z.discriminatedUnion('type', [
  z.object({
    type: type('link'),
    next: optionalField(path).describe(
      'The path of the URL of the next page in the body, for example `links.next`. Defaults to the header `Link` with `rel="next"`.',
    ),
    ...common,
  }),
  z.object({
    type: type('cursor'),
    next: path.describe(
      'The path of the cursor of the next page in the body, for example `meta.next_cursor`. The last page has none.',
    ),
    param: paramName.describe('The name of the parameter that gets the cursor.'),
    in: where,
    ...common,
  }),
  z.object({
    type: type('page'),
    param: optionalField(paramName).describe(
      'The name of the parameter with the number of the page, which begins with its value in the request, or 1, and ends with an empty page. Defaults to `page`.',
    ),
    in: where,
    ...common,
  }),
  z.object({
    type: type('offset'),
    param: optionalField(paramName).describe(
      'The name of the parameter with the number of entries before the page, which begins with its value in the request, or 0, and ends with an empty page. Defaults to `offset`.',
    ),
    in: where,
    ...common,
  }),
]);

/** Connectors also know services that send no list at all where it would be empty. */
export type Pagination = z.output<typeof paginationField> & { missingIsEmpty?: true };
