import { describe, expect, test } from '@jest/globals';
import { getMetadataStorage as getRules } from 'class-validator';
import { getMetadataStorage } from 'type-graphql';
import { buildGraphSchema } from '../../src/app/schema.js';
import { brokenRules } from '../../src/platform/graphql/input-rules.js';
import { type InputRule, rulesOf, standardWording } from '../../src/platform/graphql/rule-wording.js';

// Registers every class.
buildGraphSchema();
const { inputTypes, argumentTypes } = getMetadataStorage();
const classes = [...new Set([...inputTypes, ...argumentTypes].map(({ target }) => target))];
const rules = classes.flatMap((target) => rulesOf(target).map((rule) => ({ input: target.name, rule })));
/** A condition of other rules has no message. */
const hasMessage = ({ rule }: { rule: InputRule }) => rule.type !== 'conditionalValidation';

/** The message of a rule that is violated. */
function reported(rule: InputRule): string {
  const standard = standardWording(rule);
  if (standard) return standard;
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
  test('has a message that is a sentence and names what is accepted, in every input', () => {
    expect(rules.length).toBeGreaterThan(100);
    const wrong = rules
      .filter(hasMessage)
      .map(({ input, rule }) => `${input}.${rule.propertyName}: ${reported(rule)}`)
      .filter((line) => /should|: $|\$constraint/.test(line) || !line.endsWith('.'));
    expect(wrong).toEqual([]);
  });

  test('names its limits', async () => {
    const input = (name: string) => classes.find((target) => target.name === name) as new () => object;
    const agent = Object.assign(new (input('CreateAgentInput'))(), { name: '', temperature: 3 });
    const violations = await brokenRules(agent);
    expect(violations.map(({ message }) => message)).toEqual(
      expect.arrayContaining(['temperature must be at most 2.', 'name must have 1 to 200 characters.']),
    );
  });
});
