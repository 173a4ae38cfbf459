import { describe, expect, test } from '@jest/globals';
import { getMetadataStorage as getRules } from 'class-validator';
import { getMetadataStorage } from 'type-graphql';
import { buildGraphSchema } from '../../src/app/schema.js';
import { brokenRules } from '../../src/platform/graphql/input-rules.js';
import { type InputRule, rulesOf, standardWording } from '../../src/platform/graphql/rule-wording.js';

// Makes every class known.
buildGraphSchema();
const { inputTypes, argumentTypes } = getMetadataStorage();
const classes = [...new Set([...inputTypes, ...argumentTypes].map(({ target }) => target))];
const rules = classes.flatMap((target) => rulesOf(target).map((rule) => ({ input: target.name, rule })));
/** What decides whether a rule is asked at all says nothing. */
const isAsked = ({ rule }: { rule: InputRule }) => rule.type !== 'conditionalValidation';

/** What a rule says where its field breaks it. */
function reported(rule: InputRule): string {
  const house = standardWording(rule);
  if (house) return house;
  const args = {
    ...{ targetName: '', object: {}, property: rule.propertyName, value: null },
    constraints: rule.constraints,
  };
  if (typeof rule.message === 'function') return rule.message(args);
  if (rule.message) return rule.message;
  const [validator] = getRules().getTargetValidatorConstraints(rule.constraintCls);
  return validator?.instance.defaultMessage?.(args) ?? '';
}

describe('a rule of an input', () => {
  test('tells in our words what would be right, whichever input it is of', () => {
    expect(rules.length).toBeGreaterThan(100);
    const strange = rules
      .filter(isAsked)
      .map(({ input, rule }) => `${input}.${rule.propertyName}: ${reported(rule)}`)
      .filter((line) => / should |: $|\$constraint/.test(line) || !line.endsWith('.'));
    expect(strange).toEqual([]);
  });

  test('says what its limits are', async () => {
    const input = (name: string) => classes.find((target) => target.name === name) as new () => object;
    const agent = Object.assign(new (input('CreateAgentInput'))(), { name: '', temperature: 3 });
    const violations = await brokenRules(agent);
    expect(violations.map(({ message }) => message)).toEqual(
      expect.arrayContaining(['temperature is at most 2.', 'name has 1 to 200 characters.']),
    );
  });
});
