import { describe, expect, test } from '@jest/globals';
import { statement } from '../../src/platform/database/statement.js';

describe('statements that Postgres prepares', () => {
  test('have one name for each text', () => {
    expect(statement('select $1', [1]).name).toBe(statement('select $1', [2]).name);
    expect(statement('select $1, 2', [1]).name).not.toBe(statement('select $1', [2]).name);
  });

  test('are also those first used after thousands of others', () => {
    for (let index = 0; index < 5000; index++) statement(`select ${index}`, []);
    const { name } = statement('select late', []);
    expect(name).toBeDefined();
    expect(statement('select late', []).name).toBe(name);
  });

  test('keep their names while they are used', () => {
    const { name } = statement('select hot', []);
    for (let index = 0; index < 5000; index++) {
      statement(`select other ${index}`, []);
      if (index % 100 === 0) statement('select hot', []);
    }
    expect(statement('select hot', []).name).toBe(name);
  });
});
