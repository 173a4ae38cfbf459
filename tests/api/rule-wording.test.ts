import { describe, expect, test } from '@jest/globals';
import { getMetadataStorage as getRules, validate } from 'class-validator';
import fc from 'fast-check';
import { getMetadataStorage } from 'type-graphql';
import { buildGraphSchema } from '../../src/app/schema.js';
import { type InputRule, rulesOf } from '../../src/platform/adapters/class-validator.js';
import { brokenRules } from '../../src/platform/graphql/input-rules.js';
import { keepsRules } from '../../src/platform/graphql/keeps-rules.js';
import { standardWording } from '../../src/platform/graphql/rule-wording.js';

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
    targetName: '',
    object: {},
    property: rule.propertyName,
    value: null,
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

test('an input keeps its rules exactly if class-validator finds no violation', async () => {
  const texts = [
    '',
    ' ',
    'text',
    'ana@example.com',
    '2026-01-02T03:04:05Z',
    crypto.randomUUID(),
    'x'.repeat(300),
    'active',
    '0.5',
  ];
  const plain = [undefined, null, true, 0, -1, 1, 1.5, 300, 1e12, {}, { a: 1 }, [], [1], [null], ...texts, texts];
  const counts = { kept: 0, broken: 0 };
  for (const target of classes) {
    const names = [...new Set(rulesOf(target).map(({ propertyName }) => propertyName))];
    const Input = target as new () => object;
    const inner = [new Input(), [new Input()], [new Input(), undefined], [[new Input()]]];
    const value = fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      fc.constantFrom<unknown>(...plain, ...inner),
    );
    const inputs = fc.sample(fc.record(Object.fromEntries(names.map((name) => [name, value]))), {
      numRuns: 30,
      seed: 1,
    });
    for (const fields of inputs) {
      const input = Object.assign(new Input(), fields);
      const violations = await validate(input, { forbidUnknownValues: false });
      const isKept = keepsRules(input);
      if (isKept !== (violations.length === 0)) expect([target.name, fields, isKept]).toEqual(violations);
      counts[isKept ? 'kept' : 'broken']++;
    }
  }
  expect(counts.kept).toBeGreaterThan(200);
  expect(counts.broken).toBeGreaterThan(1_000);
});
