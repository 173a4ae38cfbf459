import { expect, test } from '@jest/globals';
import { resolveFields } from '../../../src/engine/index.js';
import { catalogue } from '../../../src/nodes/index.js';

const attack = '<a href="https://evil.example">Reset</a>';
const escaped = '&lt;a href=&quot;https://evil.example&quot;&gt;Reset&lt;/a&gt;';
const scope = { triggerData: { name: attack, tags: ["'&"], n: 5, format: 'html' } };

function resolved(type: string, data: Record<string, unknown>): Record<string, unknown> {
  const html = catalogue.get(type)?.html;
  const { value, recorded } = resolveFields(data, scope, { html });
  expect(recorded).toEqual(value);
  return value;
}

test.each<[string, string, unknown]>([
  ['a value in HTML', '<p>Hello {{triggerData.name}}</p>', `<p>Hello ${escaped}</p>`],
  ['a single expression', '{{ triggerData.name }}', escaped],
  ['a computed value', '<b>{{ triggerData.name + "!" }}</b>', `<b>${escaped}!</b>`],
  ['an object', '{{ triggerData.tags }}', '[&quot;&#39;&amp;&quot;]'],
  ['raw in a part of an expression', '{{ "x" + raw(triggerData.name) }}', `x${escaped}`],
  ['raw in a condition', '{{ true ? raw(triggerData.name) : "" }}', escaped],
  ['nothing of raw()', '<p>{{ raw(triggerData.name) }}</p>', `<p>${attack}</p>`],
  ['nothing of a method raw()', '{{ triggerData.name.raw() }}', attack],
  ['nothing of a missing value', '{{ triggerData.gone }}', null],
])('escapes %s', (_what, text, expected) => {
  expect(resolved('message.email', { body: text, format: 'html' }).body).toBe(expected);
  expect(resolved('message.email', { body: text, format: '{{triggerData.format}}' }).body).toBe(expected);
  expect(resolved('webhook.respond', { html: text }).html).toBe(expected);
});

test('leaves text, subjects and JSON as they are, and the order of fields', () => {
  const mail = { body: '{{triggerData.name}}', subject: '{{triggerData.name}}', format: 'text' };
  expect(resolved('message.email', mail)).toEqual({ body: attack, subject: attack, format: 'text' });
  expect(Object.keys(resolved('message.email', mail))).toEqual(['body', 'subject', 'format']);
  expect(resolved('webhook.respond', { json: { a: '{{triggerData.name}}' } })).toEqual({ json: { a: attack } });
});
