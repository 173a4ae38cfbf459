import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesOf } from './names.js';
import { addImport, addToList, type Scaffold } from './write-scaffold.js';

const list = 'src/nodes/index.ts';
const opening = 'nodeTypes: readonly NodeType[] = [';

/** A node type that returns its text, after the other ones of its category. @throws Error for a name that is taken */
export function scaffoldNode(root: string, name: string, category: string): Scaffold {
  const { camel, kebab, title } = namesOf(name);
  const type = `${category}.${camel}`;
  const constant = `${camel}Node`;
  const text = readFileSync(join(root, list), 'utf8');
  if (new RegExp(`\\b${constant}\\b`).test(text)) throw new Error(`${constant} already exists. Choose another name.`);
  const path = `src/nodes/${category}/${kebab}.ts`;
  const test = `tests/nodes/${kebab}.test.ts`;
  return {
    files: { [path]: nodeText({ constant, type, title, category }), [test]: testText(type) },
    edits: {
      [list]: (before) =>
        addImport(
          addToList(before, opening, constant, lastOf(before, category)),
          constant,
          `./${category}/${kebab}.js`,
        ),
    },
    next: [
      `edit ${path} and its test`,
      'npm run codegen',
      `npm test -- tests/nodes tests/cli/node-pages.test.ts tests/goldens.test.ts`,
    ],
  };
}

/** The constant of the last node type of a category, by the files that they are imported from. */
function lastOf(text: string, category: string): string | undefined {
  const files = text.matchAll(new RegExp(`^import \\{([^}]*)\\} from '\\./${category}/`, 'gm'));
  const names = [...files].flatMap(([, imported = '']) => imported.split(',').map((name) => name.trim()));
  const entries = text.slice(text.indexOf(opening)).split('\n];')[0] ?? '';
  return [...entries.matchAll(/^ {2}(\w+),$/gm)].map(([, entry = '']) => entry).findLast((one) => names.includes(one));
}

function nodeText(node: { constant: string; type: string; title: string; category: string }): string {
  return `import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { filledText } from '../field-kinds.js';

export const ${node.constant} = defineNode({
  type: '${node.type}',
  title: '${node.title}',
  category: '${node.category}',
  capability: null,
  description: 'Returns its text.',
  fields: z.object({
    text: filledText(1_000).describe('What it returns.'),
  }),
  sourceHandles: ['out'],
  effects: false,
  sample: { text: 'Hello Ana' },
  example: { text: 'Hello {{triggerData.name}}' },
  output: '\`text\`.',
  exampleRun: { triggerData: { name: 'Ana' } },
  run: ({ data: { text } }) => ({ kind: 'done', output: { text } }),
});
`;
}

function testText(type: string): string {
  return `import { describe, expect, test } from '@jest/globals';
import { refusedFields, runNode } from './run-node.js';

describe('${type}', () => {
  test('returns its text', async () => {
    const { outcome } = await runNode('${type}', { text: 'Hello' });
    expect(outcome).toEqual({ kind: 'done', output: { text: 'Hello' } });
  });

  test('requires a text', () => {
    expect(refusedFields('${type}', {})).toEqual(['text']);
  });
});
`;
}
