import { z } from 'zod';
import { parseHtml, selectHtml } from '../../engine/html.js';
import { defineNode } from '../define-node.js';
import { filledText, optionalField, textField } from '../field-kinds.js';
import { asItemsError, overItems } from './collection.js';

const longestHtml = 512 * 1024;

const selector = z.object({
  name: z
    .string()
    .regex(
      /^(?!__)[A-Za-z_][A-Za-z0-9_]{0,99}$/,
      'must have at most 100 letters, digits and _, and must not start with a digit or __',
    )
    .describe('The name of the result.'),
  selector: filledText(500).describe('The CSS selector, for example `h1.title` or `table td a`.'),
  attribute: optionalField(filledText(100)).describe(
    'The attribute to read, for example `href`. Without it the text is read.',
  ),
  all: optionalField(z.boolean()).describe(
    'Whether all elements are read, as a list. Defaults to false: only the first.',
  ),
});

export const htmlExtractNode = defineNode({
  type: 'data.htmlExtract',
  title: 'Extract from HTML',
  category: 'data',
  capability: null,
  description: 'Reads texts and attributes of HTML by CSS selectors.',
  fields: z.object({
    html: textField(z.string().max(longestHtml)).describe(
      'The HTML, usually the body of an HTTP response. At most 524,288 characters.',
    ),
    selectors: z.array(selector).min(1).max(20).describe('What to read.'),
  }),
  sourceHandles: ['out'],
  errorHandle: true,
  effects: false,
  sample: {},
  example: {
    html: '{{triggerData.page}}',
    selectors: [
      { name: 'title', selector: 'h1' },
      { name: 'links', selector: 'a', attribute: 'href', all: true },
    ],
  },
  output: 'the results by name: null, or an empty list with `all`, where nothing is found.',
  exampleRun: { triggerData: { page: '<h1>Pens</h1><a href="/a">A</a><a href="/b">B</a>' } },
  run: ({ data: { html, selectors } }) =>
    overItems([selectors], () => {
      const page = parseHtml(html);
      const results = selectors.map(({ name, selector: css, attribute, all }, at) => {
        const found = asItemsError(`selectors[${at}].selector`, () => selectHtml(page, css, attribute));
        return [name, all ? found : (found[0] ?? null)];
      });
      return { kind: 'done', output: Object.fromEntries(results) as Record<string, unknown> };
    }),
});
