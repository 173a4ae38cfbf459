import { namesOf } from './names.js';
import { addImport, addToList, type Scaffold } from './write-scaffold.js';

/** What issues of a rule do, and the constant that says so. */
export const effects = {
  'refuse-save': 'refusesSave',
  'refuse-run': 'refusesRun',
  warn: 'warns',
  inform: 'informs',
} as const;
export type RuleEffect = keyof typeof effects;

const mutations = 'tests/engine/rules/mutations.property.test.ts';

/** A rule that finds nodes whose data sets a field of its name, as the last one of the list. */
export function scaffoldRule(name: string, effect: RuleEffect): Scaffold {
  const { camel, kebab, snake } = namesOf(name);
  const path = `src/engine/rules/${kebab}.ts`;
  const test = `tests/engine/rules/${kebab}.test.ts`;
  const id = snake.toUpperCase();
  return {
    files: { [path]: ruleText(id, camel, effects[effect]), [test]: testText(id, camel) },
    edits: {
      'src/engine/rules/all-rules.ts': (text) =>
        addImport(addToList(text, 'rules: readonly Rule[] = [', camel), camel, `./${kebab}.js`),
      // The mutation that makes random flows break the rule.
      [mutations]: (text) =>
        addToList(
          text,
          'const mutations: Record<string, (draft: Draft, pick: number) => unknown> = {',
          mutationText(id, camel),
        ),
    },
    next: [
      `edit ${path}, its test, and ${id} in ${mutations}`,
      'npm run codegen',
      `npm test -- tests/engine/rules tests/goldens.test.ts`,
    ],
  };
}

function ruleText(id: string, camel: string, effect: string): string {
  return `import { dataOf } from '../handles.js';
import { ${effect}, type Rule } from './rule.js';

export const ${camel}: Rule = {
  id: '${id}',
  meaning: 'A node sets \`${camel}\`.',
  cure: 'Remove \`${camel}\` from the node.',
  ...${effect},
  check: (context) =>
    context.nodes
      .filter((node) => dataOf(node).${camel} === true)
      .map((node) => ({
        nodeId: node.id,
        field: '${camel}',
        message: \`\${context.nameOf(node)} sets ${camel}. Remove it.\`,
      })),
};
`;
}

function mutationText(id: string, camel: string): string {
  return `${id}: (draft, pick) => (stepOf(draft, pick).data.${camel} = true)`;
}

function testText(id: string, camel: string): string {
  return `import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('${id}', () => {
  test('finds a node that sets ${camel}', () => {
    const graph = (value: boolean) => graphOf([start, node('a', 'task', { ${camel}: value })], 't>a');
    expect(issueMessages(graph(true))).toEqual(['${id} a ${camel}']);
    expect(issueMessages(graph(false))).toEqual([]);
  });
});
`;
}
