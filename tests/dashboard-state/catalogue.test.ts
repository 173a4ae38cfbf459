import { describe, expect, test } from '@jest/globals';
import { gallery } from '../../src/contexts/automation/flow-templates/gallery/index.js';
import { listNodeTypes } from '../../src/contexts/automation/flows/node-types/node-type.resolver.js';
import spanish from '../../src/dashboard/catalogue/spanish.json' with { type: 'json' };
import { translateNode } from '../../src/dashboard/catalogue/translate.js';
import { policies } from '../../src/dashboard/screens/editor/policies.js';
import { connectors, spanishOf } from '../../src/nodes/app/index.js';

const { templates } = spanish;
/** What connectors have in their files. */
const ofConnectors = spanishOf(connectors);
const nodes: Readonly<Record<string, string>> = { ...ofConnectors.texts, ...spanish.nodes };
const fieldNames: Readonly<Record<string, string>> = { ...ofConnectors.fieldNames, ...spanish.fieldNames };

/** What lists of templates show of the built-in ones. */
const shownOfGallery = new Set(gallery.flatMap(({ name, description, category }) => [name, description, category]));

/** What a form shows: descriptions, and the names of fields, each with where it stands. */
interface Shown {
  texts: Map<string, string>;
  names: Map<string, string>;
}

function collect(schema: unknown, path: string, shown: Shown): void {
  if (typeof schema !== 'object' || schema === null) return;
  if (Array.isArray(schema)) {
    for (const one of schema) collect(one, path, shown);
    return;
  }
  const { description, properties = {}, ...rest } = schema as Record<string, unknown>;
  if (typeof description === 'string') shown.texts.set(description, path);
  for (const [name, field] of Object.entries(properties as object)) {
    shown.names.set(name, `${path}.${name}`);
    collect(field, `${path}.${name}`, shown);
  }
  for (const part of Object.values(rest)) collect(part, path, shown);
}

function shownOfCatalogue(): Shown {
  const shown: Shown = { texts: new Map(), names: new Map() };
  for (const { type, title, description, fields, presets } of listNodeTypes()) {
    shown.texts.set(title, type).set(description, type);
    for (const preset of presets) shown.texts.set(preset.title, type);
    collect(fields, type, shown);
  }
  collect(policies, 'policies', shown);
  return shown;
}

/** The code in a text, which is the same in every language. */
const codeIn = (text: string): string[] => [...text.matchAll(/`([^`]*)`/g)].map(([, code]) => code as string).sort();

describe('the catalogue of nodes in Spanish', () => {
  const { texts, names } = shownOfCatalogue();

  test('has every title and description', () => {
    const missing = [...texts].filter(([text]) => !(text in nodes)).map(([text, where]) => `${where}: ${text}`);
    expect({ 'add the Spanish of these to `nodes` in src/dashboard/catalogue/spanish.json': missing }).toEqual({
      'add the Spanish of these to `nodes` in src/dashboard/catalogue/spanish.json': [],
    });
  });

  test('has a name for every field', () => {
    const missing = [...names].filter(([name]) => !(name in fieldNames)).map(([, where]) => where);
    expect({ 'add these to `fieldNames` in src/dashboard/catalogue/spanish.json': missing }).toEqual({
      'add these to `fieldNames` in src/dashboard/catalogue/spanish.json': [],
    });
  });

  test('has nothing that no node has', () => {
    expect(Object.keys(spanish.nodes).filter((text) => !texts.has(text))).toEqual([]);
    expect(Object.keys(spanish.fieldNames).filter((name) => !names.has(name))).toEqual([]);
  });

  test('names the same fields, values and handles as the English', () => {
    const different = Object.entries(nodes).filter(
      ([text, translated]) => !codeIn(text).every((code) => translated.includes(`\`${code}\``)),
    );
    expect(different).toEqual([]);
  });

  test('leaves what a node is, and translates what is read of it', () => {
    const loop = listNodeTypes().find(({ type }) => type === 'logic.loop');
    if (!loop) throw new Error('There is no loop.');
    const translated = translateNode(loop, { texts: nodes, fieldNames });
    expect(translated).toMatchObject({
      type: 'logic.loop',
      title: 'Bucle',
      sourceHandles: loop.sourceHandles,
      fields: { properties: { maxItems: { title: 'Máximo de elementos' } } },
    });
    expect(translateNode(loop, { texts: {}, fieldNames: {} })).toEqual(loop);
  });
});

test('every built-in template has a Spanish name, description and category, and nothing else has', () => {
  expect([...shownOfGallery].filter((text) => !(text in templates))).toEqual([]);
  expect(Object.keys(templates).filter((text) => !shownOfGallery.has(text))).toEqual([]);
});
