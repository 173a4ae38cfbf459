import { describe, expect, test } from '@jest/globals';
import { validateFlow } from '../../../src/engine/index.js';
import { catalogue, nodeTypes } from '../../../src/nodes/index.js';
import { graph, node } from '../../support/graphs.js';

const key = '{{boveda.key}}';

function found(type: string, data: object, more: object = {}): string[] {
  const content = graph([node('t', 'trigger.manual'), node('n', type, { ...data })], 't>n');
  const { issues } = validateFlow({ graph: content, catalogue, secrets: ['key'], ...more });
  return issues.flatMap(({ ruleId, field = '' }) => (ruleId === 'SECRET_SINK' ? [field] : []));
}

describe('SECRET_SINK', () => {
  test.each<[string, string, object, string]>([
    ['a field of a contact', 'crm.upsertContact', { fields: { company: key } }, 'fields.company'],
    ['a tag', 'crm.tagContact', { tags: ['vip', key] }, 'tags[1]'],
    ['a message', 'message.waitReply', { text: `hi ${key}` }, 'text'],
    ['a prompt', 'ai.generate', { prompt: `Call with ${key}` }, 'prompt'],
    ['a label of a class', 'ai.classify', { labels: [{ id: 'a', description: key }] }, 'labels[0].description'],
    ['a variable', 'data.set', { assignments: [{ name: 'a', value: key }] }, 'assignments[0].value'],
    ['a bare expression', 'data.transform', { expression: '[1].map(n, boveda.key)' }, 'expression'],
    ['the input of code', 'data.code', { input: { deep: [key] } }, 'input.deep[0]'],
    ['a list to loop over', 'logic.loop', { items: '{{ boveda.key.split("") }}' }, 'items'],
    ['the condition of a loop', 'logic.loop', { while: '{{ boveda.key.startsWith("a") }}' }, 'while'],
    ['a condition', 'logic.if', { conditions: [{ left: '{{ boveda["key"] == "x" }}' }] }, 'conditions[0].left'],
    ['a value to switch by', 'logic.switch', { value: '{{ true ? boveda.key : "" }}' }, 'value'],
    ['a computed name', 'logic.stop', { message: '{{ boveda[triggerData.name] }}' }, 'message'],
    ['all secrets', 'logic.stop', { message: '{{ boveda }}' }, 'message'],
    ['a map in a list', 'logic.split', { key: '{{ [{"a": boveda.key}][0].a }}' }, 'key'],
    ['the path of a URL', 'http.request', { url: `https://example.com/${key}` }, 'url'],
    ['the statuses of a request', 'http.request', { expectStatus: '{{ [boveda.key.size()] }}' }, 'expectStatus'],
    ['the flow to call', 'flow.call', { flowId: key }, 'flowId'],
    ['the label of a node', 'logic.merge', { label: `With ${key}` }, 'label'],
  ])('finds a secret in %s', (_what, type, data, field) => {
    expect(found(type, data)).toEqual([field]);
  });

  test('finds a secret in every text field that its node type does not declare as a sink', () => {
    for (const { type, trigger, fields, verbatim = {}, sinks = {} } of nodeTypes) {
      if (trigger) continue;
      const names = Object.keys(fields.shape).filter((name) => verbatim[name] !== 'code');
      const data = Object.fromEntries(names.map((name) => [name, verbatim[name] === 'cel' ? 'boveda.key' : key]));
      // What is handed on has a field of its own.
      const refused = names.filter((name) => !Object.hasOwn(sinks, name) || sinks[name] === 'handsOn');
      expect([type, found(type, data)]).toEqual([type, refused]);
    }
  });

  test('finds a secret in a variable of the flow', () => {
    const variables = [{ name: 'a', value: { list: ['x', `It is ${key}`] } }];
    expect(found('logic.merge', {}, { variables })).toEqual(['variables[0].value']);
  });

  test('accepts secrets in credentials, headers, query and body of a request, and in the input of another flow', () => {
    const sinks = {
      auth: { type: 'bearer', token: key },
      headers: { a: key },
      query: { a: [key] },
      body: { a: [key] },
    };
    expect(found('http.request', { url: 'https://example.com/', ...sinks })).toEqual([]);
    expect(found('flow.call', { input: { token: key } })).toEqual([]);
  });

  test.each([
    ['startsWith', 'boveda.key.startsWith("a")'],
    ['?:', 'true ? boveda.key : ""'],
    ['==', 'boveda.key == "a"'],
    ['in', 'boveda.key in ["a"]'],
    ['[]', 'boveda[triggerData.name]'],
    ['has', 'has(boveda.key)'],
    ['a macro such as map, filter or exists', '[boveda.key].exists(k, k == "a")'],
    ['replace', '("a" + boveda.key).replace("a", "")'],
    ['lowerAscii', 'boveda.key.lowerAscii()'],
    ['reading boveda without the name of one secret', 'boveda'],
  ])('refuses %s over a secret, also where it is accepted, and says what is allowed', (operation, expression) => {
    const nodes = [node('t', 'trigger.manual'), node('n', 'http.request', { body: `{{ ${expression} }}` })];
    const { issues } = validateFlow({ graph: graph(nodes, 't>n'), catalogue, secrets: ['key'] });
    expect(issues.find(({ ruleId }) => ruleId === 'SECRET_SINK')).toMatchObject({
      field: 'body',
      message: `"n": body must use a secret as a whole: ${operation} is not allowed on it. Accepted: a secret alone, text joined to it with +, and base64Encode, urlEncode, hash, hmac.`,
    });
  });

  test('refuses a list in a text, and an operation on a list', () => {
    const nested = '{{ {"a": [boveda.key]} }}';
    expect(found('http.request', { body: nested })).toEqual([]);
    expect(found('http.request', { body: `It is ${nested}` })).toEqual(['body']);
    expect(found('http.request', { body: '{{ [boveda.key][0] }}' })).toEqual(['body']);
  });

  describe('in a called flow', () => {
    const id = '01970000-0000-7000-8000-000000000001';
    const calls = (input: unknown, field: string, type = 'logic.stop') => {
      const nodes = [
        node('s', 'trigger.manual'),
        node('end', type, { [type === 'logic.stop' ? 'message' : 'body']: field }),
      ];
      return found('flow.call', { flowId: id, input }, { calledFlows: [{ id, name: 'Called', nodes }] });
    };

    test.each<[string, unknown, string]>([
      ['by its path', { a: { b: key } }, '{{ triggerData.a.b }}'],
      ['within a larger part', { a: { b: key } }, 'It is {{ triggerData.a }}'],
      ['by a computed name', { a: key }, '{{ triggerData["a" + "b"] }}'],
      ['through the trigger', { a: [key] }, '{{ steps.s.a[0] }}'],
      ['as a part of what is handed on whole', '{{ {"a": boveda.key} }}', '{{ triggerData.a }}'],
    ])('finds a secret that it uses %s', (_how, input, field) => {
      expect(calls(input, field)).toHaveLength(1);
    });

    test('accepts reads of other parts, and whole uses in sinks', () => {
      expect(calls({ a: key }, '{{ triggerData.a.size() }}', 'http.request')).toHaveLength(1);
      expect(calls({ a: key, b: 1 }, '{{ triggerData.b }}')).toEqual([]);
      expect(calls({ a: key }, '{{ triggerData.a }}', 'http.request')).toEqual([]);
      expect(calls({ a: 'plain' }, '{{ triggerData.a }}')).toEqual([]);
    });
  });

  test('names the node, the field and what is accepted', () => {
    const content = graph(
      [node('t', 'trigger.manual'), node('n', 'logic.stop', { label: 'The end', message: key })],
      't>n',
    );
    const { issues } = validateFlow({ graph: content, catalogue, secrets: ['key'] });
    expect(issues).toMatchObject([
      {
        ruleId: 'SECRET_SINK',
        severity: 'error',
        blocks: 'activation',
        nodeId: 'n',
        field: 'message',
        message:
          '"The end": message must not depend on a secret. Secrets are accepted only in request.auth, request.headers, request.query and request.body of trigger.poll; auth, headers, query and body of http.request; parameters, where, rows and values of app.postgres.*; parameters, where, rows and values of app.mysql.*; input of flow.call.',
      },
    ]);
  });
});
