import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseHtml, selectHtml } from '../../engine/html.js';
import { metered, WorkMeter } from '../../engine/work.js';
import { defineNode } from '../define-node.js';
import { filledText, optionalField } from '../field-kinds.js';
import { requestFields } from '../http/request-fields.js';
import { type PollSource, SourceError } from '../poll-source.js';
import { passTriggerData } from './pass-trigger-data.js';
import { everySecondsField } from './poll.js';

const longestHtml = 512 * 1024;
/** Characters of the text of a page that are kept to be shown as `previous`. */
const keptCharacters = 10_000;

const fields = z.object({
  url: requestFields.shape.url.describe('The absolute URL of the page.'),
  selector: optionalField(filledText(500)).describe(
    'A CSS selector of the part that is watched, for example `.price`. Without it the whole body is compared.',
  ),
  everySeconds: everySecondsField,
});

export const pageChangeTrigger = defineNode({
  type: 'trigger.pageChange',
  title: 'Change of a web page',
  category: 'trigger',
  capability: null,
  description:
    'Reads a web page again and again, and starts the flow when its text has changed. The first poll only remembers it.',
  trigger: 'page_change',
  fields,
  sourceHandles: ['out'],
  effects: false,
  sample: { url: 'https://example.com/prices', text: '€ 12', previous: '€ 14' },
  example: { url: 'https://example.com/prices', selector: '.price', everySeconds: 3_600 },
  output: '`url`, the new `text`, and `previous`, the text before; of each at most 10,000 characters.',
  exampleRun: {},
  poll: polled(),
  run: passTriggerData,
});

type Config = z.output<typeof fields>;

/** What is remembered of a page. */
interface Remembered {
  hash: string;
  text: string;
  /** The number of changes so far. */
  changes: number;
}

function polled(): PollSource {
  return {
    requestOf: ({ url }) => ({ method: 'GET', url, responseType: 'text' }),
    read(config, { body }, cursor) {
      const { url, selector } = config as Config;
      const whole = metered(new WorkMeter(), () => textAt(String(body ?? ''), selector));
      const text = whole.slice(0, keptCharacters);
      const hash = createHash('sha256').update(whole).digest('hex');
      const before = cursor as Remembered | null;
      if (before?.hash === hash) return { items: [], cursor };
      // Not by its text, which may come back.
      const changes = (before?.changes ?? 0) + 1;
      const data = { url, text, previous: before?.text ?? null };
      return { items: [{ key: String(changes), data }], cursor: { hash, text, changes } };
    },
  };
}

function textAt(html: string, selector: string | undefined): string {
  if (html.length > longestHtml) throw new SourceError(`The page has more than ${longestHtml} characters.`);
  const found = selectHtml(parseHtml(html), selector ?? 'body');
  if (found.length === 0 && selector !== undefined) throw new SourceError(`Nothing on the page matches ${selector}.`);
  return found.length === 0 ? html : found.join('\n');
}
