import { expect, test } from '@jest/globals';
import { type DocumentNode, getOperationAST, type OperationDefinitionNode, parse } from 'graphql';
import { compileQuery } from 'graphql-jit';
import { buildGraphSchema } from '../../src/app/schema.js';
import { CompiledOperations } from '../../src/platform/graphql/compiled-operations.js';

/** A document with a text of its own and so many fields. */
function documentOf(name: string, fields: number): [DocumentNode, OperationDefinitionNode] {
  const document = parse(`query ${name} { ${'__typename '.repeat(fields)} }`);
  return [document, getOperationAST(document) as OperationDefinitionNode];
}

test('at most 15,000 fields are compiled in a minute', () => {
  let now = 0;
  const operations = new CompiledOperations(buildGraphSchema(), compileQuery, () => now);
  const isCompiled = (name: string) => {
    const asked = documentOf(name, 1_000);
    for (let answer = 0; answer < 2; answer++) operations.countAnswer(...asked);
    return operations.find(...asked) !== null;
  };
  const compiled = Array.from({ length: 20 }, (_, index) => isCompiled(`A${index}`));
  expect(compiled).toEqual([...Array(15).fill(true), ...Array(5).fill(false)]);
  // What is compiled stays, and the next minute has time again.
  expect(isCompiled('A0')).toBe(true);
  now = 60_000;
  expect(isCompiled('A19')).toBe(true);
});
