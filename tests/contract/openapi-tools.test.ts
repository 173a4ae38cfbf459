import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { document, operations } from './examples/document.js';

test("Redocly's recommended rules find nothing but the paths and the address that are so on purpose", async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const source = await readFile('schema/openapi.json', 'utf8');
  const found = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  const expected = new Set([
    // `/flows/{flowId}` beside `/flows/folders`: literal segments go first, by the specification too.
    'no-ambiguous-paths',
    // The address in the document of the project is an example; a server writes its own.
    'no-server-example.com',
  ]);
  // Answers have them as soon as anything is deprecated.
  const waiting = ['#/components/headers/Deprecation', '#/components/headers/Sunset'];
  const others = found.filter(({ ruleId, location }) => {
    return !expected.has(ruleId) && !waiting.includes(location[0]?.pointer ?? '');
  });
  expect(others.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

/*
 * What other tools stumble over. Spectral has 240 packages, Specmatic needs Java: these are their rules that the document has
 * broken.
 */
test('every operation has a description', () => {
  expect(operations.filter(({ description }) => !description).map(({ at }) => at)).toEqual([]);
});

test('nothing in an example looks like a schema with an example of its own', () => {
  const schemaWords = ['enum', 'type', 'format', '$ref', 'properties', 'items'];
  const found = operations.flatMap(({ at, responses }) =>
    Object.values(responses).flatMap(({ content = {} }) =>
      objectsIn(Object.values(content).map((media) => (media as { example?: unknown }).example))
        .filter((one) => 'example' in one)
        .filter((one) => schemaWords.some((word) => word in one))
        .map(() => at),
    ),
  );
  expect(found).toEqual([]);
});

test('credentials are bearer tokens; what else identifies a caller is a parameter, declared once', () => {
  const { securitySchemes } = document.components as unknown as {
    securitySchemes: Record<string, { type: string; scheme: string }>;
  };
  const kinds = Object.values(securitySchemes).map(({ type, scheme }) => `${type} ${scheme}`);
  expect(kinds).toEqual(['http bearer', 'http bearer']);
});

test('an object that may be null is a choice of two schemas, not of two types', () => {
  const found = objectsIn(document.components).filter(
    ({ type }) => Array.isArray(type) && type.includes('object') && type.includes('null'),
  );
  expect(found).toEqual([]);
});

test('no class of a pattern has a bracket in it, which Java reads as a class of its own', () => {
  const patterns = objectsIn(document).flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []));
  expect(patterns.length).toBeGreaterThan(100);
  const unescaped = (pattern: string) => pattern.replace(/\\./g, '');
  expect(patterns.filter((pattern) => /\[[^\]]*\[/.test(unescaped(pattern)))).toEqual([]);
});

/** All objects inside of a value. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner];
}
