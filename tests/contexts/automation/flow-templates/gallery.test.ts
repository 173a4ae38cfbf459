import { describe, expect, test } from '@jest/globals';
import { builtInTemplates } from '../../../../src/contexts/automation/flow-templates/built-in-templates.js';
import { validateFlow } from '../../../../src/engine/index.js';
import { catalogue } from '../../../../src/nodes/index.js';

describe('the gallery', () => {
  test('has at least twelve templates, with unique IDs, names and descriptions', () => {
    expect(builtInTemplates.length).toBeGreaterThanOrEqual(12);
    for (const key of ['id', 'name', 'description'] as const) {
      expect(new Set(builtInTemplates.map((template) => template[key])).size).toBe(builtInTemplates.length);
    }
    for (const { category, tags, nodes } of builtInTemplates) {
      expect(category).not.toBe('');
      expect(tags.length).toBeGreaterThan(0);
      expect(nodes.every(({ data }) => typeof data.label === 'string')).toBe(true);
    }
  });

  test.each(builtInTemplates.map((template) => [template.name, template] as const))(
    '%s is valid except for missing secrets',
    (_name, { nodes, edges, variables, settings, requiredSecrets }) => {
      const graph = { nodes, edges };
      const { issues } = validateFlow({ graph, settings, variables, catalogue, secrets: requiredSecrets, records: {} });
      expect(issues.filter(({ severity }) => severity !== 'info')).toEqual([]);
      const bare = validateFlow({ graph, settings, variables, catalogue }).issues;
      expect(bare.every(({ ruleId, severity }) => severity === 'info' || ruleId === 'SECRET_MISSING')).toBe(true);
    },
  );
});
