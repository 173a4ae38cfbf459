import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { CloseCode } from 'graphql-ws';
import { closeCodes } from '../../src/app/graphql/close-codes.js';
import { deliveryErrors } from '../../src/contexts/engagement/channels/index.js';
import { siteErrors } from '../../src/contexts/engagement/company-contexts/index.js';
import { lifecycleErrors } from '../../src/engine/errors/index.js';
import { rules } from '../../src/engine/rules/all-rules.js';
import { businessRules } from '../../src/platform/errors/business-rules.js';
import { apiErrors } from '../../src/platform/errors/error-catalogue.js';
import { programErrors } from '../../tools/docs/program-errors.js';

const known = new Set([
  ...[apiErrors, businessRules, lifecycleErrors, deliveryErrors, siteErrors].flatMap((table) => Object.keys(table)),
  ...rules.map(({ id }) => id),
]);

/** What stands where the code of an error stands: `code: 'X'`, `AppError('X'`, `refused('X'`, `rule: 'X'`, `silencedBy: ['X']`. */
const places = /(?:\bcode: |(?:Error|refused|refusal)\(\s*|\b(?:rule|ruleId): |silencedBy: \[)'([A-Z][A-Z_]{3,})'/g;

test('every error code that the source names stands in a table of docs/errors.md', async () => {
  const files = await readdir('src', { recursive: true });
  const sources = await Promise.all(
    files.filter((name) => name.endsWith('.ts')).map((name) => readFile(join('src', name), 'utf8')),
  );
  const used = sources.flatMap((text) => [...text.matchAll(places)].map(([, code]) => code as string));
  expect(used.length).toBeGreaterThan(80);
  // The page of the program has its own.
  const ofProgram = Object.keys(programErrors);
  const page = await readFile('docs/cli.md', 'utf8');
  expect(ofProgram.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
  for (const code of ofProgram) known.add(code);
  // Of the operating system.
  known.add('ETIMEDOUT');
  // What the client throws for a status that is no error of the server.
  known.add('NOT_MODIFIED');
  expect(used.filter((code) => !known.has(code))).toEqual([]);
});

test('rules are silenced by rules that exist', () => {
  const ids = new Set(rules.map(({ id }) => id));
  expect(rules.flatMap(({ silencedBy = [] }) => silencedBy).filter((id) => !ids.has(id))).toEqual([]);
});

test('every entry is a sentence or two', () => {
  const entries = [apiErrors, lifecycleErrors, deliveryErrors, siteErrors, closeCodes].flatMap((table) =>
    Object.values<object>(table).flatMap((entry) => Object.values(entry).filter((value) => typeof value === 'string')),
  );
  const texts = [
    ...entries,
    ...Object.values<string>(businessRules),
    ...rules.flatMap(({ meaning, cure }) => [meaning, cure]),
  ];
  expect(texts.filter((text) => !/^[`"\p{Lu}\d].*\.$/u.test(text))).toEqual([]);
});

test('every code that the WebSocket protocol lets a server close with is explained', () => {
  const ofClients = [CloseCode.InternalClientError, CloseCode.BadResponse, CloseCode.ConnectionAcknowledgementTimeout];
  const ofServers = Object.values(CloseCode).filter((code) => typeof code === 'number' && !ofClients.includes(code));
  expect(ofServers.filter((code) => !Object.hasOwn(closeCodes, code))).toEqual([]);
});
