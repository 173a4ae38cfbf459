import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { nodesOf } from '../../src/nodes/app/index.js';
import { parseConnector } from '../../src/nodes/app/parse-connector.js';
import { fill, fillPath, TemplateError } from '../../src/nodes/app/template.js';
import { writeMime } from '../../src/nodes/app/write-mime.js';
import { tryNode } from '../../tools/docs/try-node.js';

const guide = readFileSync('docs/how-to/write-a-connector.md', 'utf8');
const example = /```yaml\n(.*?)```/s.exec(guide)?.[1] ?? '';
const parse = (text: string) => parseConnector('src/connectors/parcels.yaml', text);

/** The lines about what is wrong in a file. */
function problemsOf(text: string): string[] {
  try {
    parse(text);
    return [];
  } catch (error) {
    const [first, ...problems] = (error as Error).message.split('\n');
    expect(first).toBe('The connector src/connectors/parcels.yaml is not valid:');
    return problems;
  }
}

describe('the connector of the guide', () => {
  test('becomes nodes, whose examples run', async () => {
    const nodes = nodesOf(parse(example));
    expect(nodes.map(({ type }) => type)).toEqual(['app.parcels.newParcel', 'app.parcels.createParcel']);
    for (const node of nodes) expect(await tryNode(node)).toEqual({ kind: 'done', output: node.sample });
    expect(nodes[1]?.description).toBe(
      'Registers a parcel of a shop. At least once: a request whose answer was lost may be sent again.',
    );
  });

  test('asks for what is new since the greatest time that it has seen', async () => {
    const { poll } = nodesOf(parse(example))[0] ?? {};
    const config = { node: 'app.parcels.newParcel', data: { connection: 'Parcels' } };
    expect(poll?.requestOf(config, null)).toMatchObject({
      url: 'https://api.parcels.example.com/v1/parcels',
      query: {},
    });
    expect(poll?.requestOf(config, '2026')).toMatchObject({ query: { since: '{{triggerData.cursor}}' } });
  });
});

describe('a file that is not valid', () => {
  test.each<[string, string, string, string[]]>([
    ['an unknown key', 'version: 1', 'version: 1\ncolour: red', ['- the file: remove colour']],
    ['a missing key', 'version: 1\n', '', ['- version is required']],
    [
      'a text without its translation',
      'title: [Create a parcel, Crear un paquete]',
      'title: Create',
      ['- actions.createParcel.title must be a list of two texts: English, Spanish'],
    ],
    [
      'a host that is none',
      'hosts: [api.parcels.example.com]',
      'hosts: [https://a.com]',
      ['- hosts.0 must be the name of a host, `*.example.com` or `*`'],
    ],
    [
      'a field that the request does not know',
      "note: '{note}'",
      "note: '{notes}'",
      [
        '- actions.createParcel.request: {notes} is no field of it. Add it to fields, or correct the name',
        '- actions.createParcel.fields.note is not used. Write {note} into its request, or remove it',
      ],
    ],
    [
      'an optional field in the path',
      'shop: { type: string, required: true,',
      'shop: { type: string,',
      ['- actions.createParcel.fields.shop must be required, because it stands in the path'],
    ],
    [
      'a choice without options',
      'weight: { type: number',
      'weight: { type: choice',
      ['- actions.createParcel.fields.weight.options must be set exactly for the type choice'],
    ],
  ])('names %s, and what is accepted', (_, from, to, problems) => {
    expect(example).toContain(from);
    expect(problemsOf(example.replace(from, to))).toEqual(problems);
  });

  test('is also one that is no YAML', () => {
    expect(problemsOf('title: [Parcels')[0]).toMatch(/^- Flow sequence .* at line 1/);
  });
});

describe('templates of requests', () => {
  const values = { id: 5, tags: ['a', 'b'], text: 'x', when: '2026-01-05T09:00:00Z', more: { b: 2 }, none: undefined };

  test.each<[unknown, unknown]>([
    ['{id}', 5],
    ['{tags}', ['a', 'b']],
    ['{tags|csv}', 'a,b'],
    ['{when|unix}', 1_767_603_600],
    ['{text|base64}', 'eA=='],
    ['{more|json}', '{"b":2}'],
    ['no {id}: {text}', 'no 5: x'],
    ['no {none}', undefined],
    [{ a: '{none}', b: '{id}' }, { b: 5 }],
    [{ a: { b: '{none}' } }, undefined],
    [['{none}', '{id}'], [5]],
    [
      { a: [], b: {} },
      { a: [], b: {} },
    ],
    [{ $merge: [{ a: '{id}' }, '{more}', '{none}'] }, { a: 5, b: 2 }],
    [{ x: { $if: '{none}', type: 'note' }, y: { $if: '{text}', type: 'note' } }, { y: { type: 'note' } }],
  ])('%j becomes %j', (template, expected) => {
    expect(fill(template, values)).toEqual(expected);
  });

  test('encode every value in a path, and refuse those that lead elsewhere', () => {
    expect(fillPath('/a/{id}/{path}', { id: 'ñ?', path: 'b/c' })).toBe('/a/%C3%B1%3F/b%2Fc');
    expect(fillPath('/a/{path*}', { path: 'b c/d' })).toBe('/a/b%20c/d');
    for (const path of ['..', '.', '', 'a/../b', 'a//b'])
      expect(() => fillPath('/a/{path*}', { path })).toThrow(TemplateError);
    expect(() => fillPath('/a/{path}', { path: { a: 1 } })).toThrow(TemplateError);
  });
});

test('an email has encoded texts, and no header that a value adds', () => {
  const mail = writeMime({ to: ['ana@example.com', 'b@example.com'], subject: 'Olé\r\nBcc: x@y.com', text: 'Añada' });
  expect(Buffer.from(mail, 'base64url').toString().split('\r\n')).toEqual([
    'To: ana@example.com, b@example.com',
    `Subject: =?UTF-8?B?${Buffer.from('Olé Bcc: x@y.com').toString('base64')}?=`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('Añada').toString('base64'),
    '',
  ]);
});
