import { expect, test } from '@jest/globals';
import { IsInt, Length, ValidateIf } from 'class-validator';
import { rulesOf, validatorsOf } from '../../../src/platform/adapters/class-validator.js';

class Named {
  @Length(2, 4, { context: { rule: 'short' } })
  name!: string;
}
class Sized extends Named {
  @ValidateIf((_, value) => value !== undefined)
  @IsInt({ each: true, message: 'sizes!' })
  sizes!: number[];
}

test('rules of a class are found, inherited ones too, with what they were declared with', () => {
  const rules = rulesOf(Sized);
  expect(rules.map(({ propertyName, name, type }) => `${propertyName} ${name ?? type}`).sort()).toEqual([
    'name isLength',
    'sizes conditionalValidation',
    'sizes isInt',
  ]);
  expect(rules.find(({ name }) => name === 'isLength')).toMatchObject({
    constraints: [2, 4],
    context: { rule: 'short' },
  });
  expect(rules.find(({ name }) => name === 'isInt')).toMatchObject({ each: true, message: 'sizes!' });
  const condition = rules.find(({ type }) => type === 'conditionalValidation')?.constraints[0];
  expect([condition({}, 1), condition({}, undefined)]).toEqual([true, false]);
});

test('the validators of a rule answer as class-validator does', () => {
  const [rule] = rulesOf(Named, false);
  const [accepts] = validatorsOf(rule as NonNullable<typeof rule>);
  const question = { constraints: [2, 4], targetName: 'Named', object: {}, property: 'name', value: '' };
  expect([accepts?.('abc', question), accepts?.('a', question)]).toEqual([true, false]);
});
