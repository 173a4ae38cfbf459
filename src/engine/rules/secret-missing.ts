import { dataOf } from '../handles.js';
import { type Rule, refusesRun } from './rule.js';

/** Secrets that expressions read, and the one that a webhook's signature is checked with. */
export const secretMissing: Rule = {
  id: 'SECRET_MISSING',
  ...refusesRun,
  check(facts) {
    const known = new Set(facts.input.secrets ?? []);
    const cure = 'Store it in the vault first, or check the spelling.';
    const read = facts.references().flatMap(({ node, field, reference: { root, path } }) => {
      if (root !== 'boveda' || path.length === 0 || known.has(String(path[0]))) return [];
      const message = `${facts.nameOf(node)}, field ${field}: the workspace has no secret "${path[0]}". ${cure}`;
      return [{ nodeId: node.id, field, message }];
    });
    const signing = facts.triggers.flatMap((node) => {
      const name = (dataOf(node).auth as { secretName?: unknown } | null | undefined)?.secretName;
      if (typeof name !== 'string' || known.has(name)) return [];
      const message = `${facts.nameOf(node)}, field auth.secretName: the workspace has no secret "${name}". ${cure}`;
      return [{ nodeId: node.id, field: 'auth.secretName', message }];
    });
    return [...read, ...signing];
  },
};
