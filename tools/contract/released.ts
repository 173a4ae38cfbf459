import { readFileSync, writeFileSync } from 'node:fs';
import { buildSchema, type GraphQLSchema, parse, print, visit } from 'graphql';
import { type ContractChange, distinct } from './change.js';
import { compareGraphql } from './compare-graphql.js';
import { compareOpenApi } from './compare-openapi.js';
import type { Contract } from './document.js';

/** The contract of the last release, without what does not concern a comparison. */
const released = { openApi: 'schema/released/openapi.json', graphql: 'schema/released/schema.graphql' };
const current = { openApi: 'schema/openapi.json', graphql: 'schema/schema.graphql' };

/** What has changed since the last release. */
export async function changesSinceRelease(): Promise<ContractChange[]> {
  return distinct([
    ...compareOpenApi(readContract(released.openApi), readContract(current.openApi)),
    ...(await compareGraphql(readSchema(released.graphql), readSchema(current.graphql))),
  ]);
}

/** Makes the contract of today the one of the last release. */
export function acceptContract(): void {
  writeFileSync(released.openApi, compactContract(readContract(current.openApi)));
  writeFileSync(released.graphql, compactSchema(readFileSync(current.graphql, 'utf8')));
}

function readContract(path: string): Contract {
  return JSON.parse(readFileSync(path, 'utf8')) as Contract;
}

function readSchema(path: string): GraphQLSchema {
  return buildSchema(readFileSync(path, 'utf8'), { assumeValid: true });
}

/** One line for each path and component, without texts and examples. */
export function compactContract({ paths, webhooks, components = {} }: Contract): string {
  const linesOf = (section: Record<string, unknown>) =>
    Object.entries(section).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(withoutTexts(value))}`);
  const objectOf = (lines: readonly string[]) => `{\n${lines.join(',\n')}\n}`;
  const sections = Object.entries(components).map(
    ([name, section]) => `${JSON.stringify(name)}:${objectOf(linesOf(section))}`,
  );
  const events = webhooks ? `"webhooks":${objectOf(linesOf(webhooks))},` : '';
  return `{"paths":${objectOf(linesOf(paths))},${events}"components":${objectOf(sections)}}\n`;
}

const texts = new Set(['description', 'summary', 'example', 'examples', 'tags', 'x-business-rules']);

function withoutTexts(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutTexts(one));
  if (typeof value !== 'object' || value === null) return value;
  // Below `properties`, keys are names of the API.
  const kept = Object.entries(value).filter(([key]) => isNames || !texts.has(key));
  return Object.fromEntries(
    kept.map(([key, inner]) => {
      if (key === 'headers' && !isNames) return [key, Object.fromEntries(Object.keys(inner).map((name) => [name, 0]))];
      return [key, withoutTexts(inner, key === 'properties' && !isNames)];
    }),
  );
}

/** The SDL without descriptions. */
export function compactSchema(sdl: string): string {
  const document = visit(parse(sdl, { noLocation: true }), {
    enter: (node) => ('description' in node ? { ...node, description: undefined } : undefined),
  });
  return `${print(document).replaceAll('\n\n', '\n')}\n`;
}
