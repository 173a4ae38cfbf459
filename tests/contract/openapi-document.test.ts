import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { document, operations, undescribedProperties } from './examples/document.js';

test('the document describes every parameter and every property', () => {
  const parameters = operations.flatMap(({ at, parameters = [] }) =>
    parameters.filter(({ $ref, description }) => !$ref && !description).map(({ name }) => `${at}: ${name}`),
  );
  expect([...parameters, ...undescribedProperties(document)]).toEqual([]);
});

test('the document shows a request and a response of every operation', () => {
  const without = operations.flatMap(({ at, requestBody, responses }) => {
    const shows = (content = {}) => Object.values(content).some((media) => 'example' in (media as object));
    const isShown = Object.entries(responses).some(
      ([status, { content }]) => status === '302' || status === '303' || (status < '300' && shows(content)),
    );
    return isShown && (!requestBody || shows(requestBody.content)) ? [] : [at];
  });
  expect(without).toEqual([]);
});

test('the document says what each value of a closed set means', () => {
  const silent = Object.entries(document.components.schemas).flatMap(
    ([name, { enum: values = [], description = '' }]) =>
      values
        .filter((value) => !new RegExp(`^- \`${value}\`: \\S`, 'm').test(description))
        .map((value) => `${name}: ${value}`),
  );
  expect(silent).toEqual([]);
});

test('the document declares failures by reference, and the headers of every success', () => {
  const wrong = operations.flatMap(({ at, responses }) =>
    Object.entries(responses)
      .filter(([status, { $ref, headers }]) => (status < '300' ? !headers : !$ref && (status >= '400' || !headers)))
      .map(([status]) => `${at} ${status}`),
  );
  expect(wrong).toEqual([]);
});

test('the document has the version of the product, and says what all operations share', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(document.info.version).toBe(version);
  const parts = ['Base address', 'Credentials', 'Envelope', 'Errors', 'Paging', 'Limits', 'Idempotency'];
  for (const part of parts) expect(document.info.description).toContain(`\n## ${part}\n`);
});

test('names are those of the domain, not of how the code makes them', () => {
  const types = [
    ...readFileSync('schema/schema.graphql', 'utf8').matchAll(/^(?:type|input|enum|interface|union) (\w+)/gm),
  ];
  const { schemas, parameters } = document.components;
  const names = [...types.map(([, name]) => name as string), ...Object.keys(schemas), ...Object.keys(parameters)];
  expect(names.length).toBeGreaterThan(1_000);
  expect(names.filter((name) => /Of[A-Z]|Object$|Row$/.test(name))).toEqual([]);
});
