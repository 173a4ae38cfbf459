import { describe, expect, test } from '@jest/globals';
import { check, reading } from './issue-messages.js';

const messages = (expression: string) =>
  check(reading(`{{ ${expression} }}`))
    .filter(({ ruleId }) => ruleId === 'EXPR_CALL_INVALID')
    .map(({ message, nodeId, field }) => {
      expect([nodeId, field]).toEqual(['b', 'deep[0].text']);
      return message.replace('"b": deep[0].text ', '');
    });

describe('EXPR_CALL_INVALID', () => {
  test.each<[string, string]>([
    ['[2, 1].unique()', 'calls the function unique, which does not exist. Did you mean "distinct"?'],
    ['triggerData.a.length()', 'calls the function length, which does not exist. Did you mean "size"?'],
    ['JSON.stringify(triggerData.a)', 'calls the function stringify, which does not exist. Did you mean "toJson"?'],
    ['[2, 1].some(x, x > 1)', 'calls the function some, which does not exist. Did you mean "exists"?'],
    ['sha256("a")', 'calls the function sha256, which does not exist. Did you mean "hash"?'],
    ['json("{}")', 'calls the function json, which does not exist. Did you mean "parseJson"?'],
    ['range(3)', 'calls the function range, which does not exist.'],
    ['"a1b".extract("[0-9]")', 'calls the function extract, which does not exist. Did you mean "regexCapture"?'],
    ['triggerData.name.uperAscii()', 'calls the function uperAscii, which does not exist. Did you mean "upperAscii"?'],
    ['triggerData.a ? sise([1]) : 2', 'calls the function sise, which does not exist. Did you mean "size"?'],
    ['triggerData.items.map(i, i.nam())', 'calls the function nam, which does not exist.'],
  ])('finds the unknown function in %s', (expression, message) => {
    expect(messages(expression)).toEqual([message]);
  });

  test.each<[string, string]>([
    ['timestamp(now).format("yyyy")', 'calls format with a timestamp and text, but it accepts only text.format(list).'],
    [
      'string({"a": 1})',
      'calls string with an object, but it accepts only string(text) or string(true|false) or string(number) or string(bytes).',
    ],
    [
      '(triggerData.a - triggerData.b) / duration("60s")',
      'applies / to any value and a duration, which it does not accept.',
    ],
    ['"5" + 1', 'applies + to text and a number, which it does not accept.'],
    [
      'size()',
      'calls size without arguments, but it accepts only size(bytes) or size(list) or size(text) or size(object).',
    ],
    [
      '"a,b".sortBy("x")',
      'calls sortBy with text and text, but it accepts only sortBy(list: list, key: text, direction?: text): list.',
    ],
    ['uuid(4)', 'calls uuid with a number, but it accepts only uuid(): text.'],
    ['!"yes"', 'applies ! to text, which it does not accept.'],
  ])('finds the values that are never accepted in %s', (expression, message) => {
    expect(messages(expression)).toEqual([message]);
  });

  test.each([
    ['triggerData.a.split(",")[0].upperAscii()'],
    ['1 + 2.5 * triggerData.x'],
    ['strings.quote(triggerData.x)'],
    ['timestamp(now).getHours("Europe/Madrid") + 1'],
    ['"%.2f %s".format([triggerData.x, "y"])'],
    ['has(triggerData.x) && triggerData.x == null ? "a" : 1'],
    ['triggerData.items.filter(i, i > 1).exists(i, i in [2, 3])'],
    ['[1, 2].map(i, i * 2).join("")'],
    ['triggerData.items[size(triggerData.items) - 1]'],
    ['type(triggerData.x) == string'],
    ['-triggerData.x'],
    ['{"a": 1}.a + 1'],
    ['timestamp(now) - timestamp(triggerData.at) > duration("1h")'],
  ])('accepts %s', (expression) => {
    expect(messages(expression)).toEqual([]);
  });
});
