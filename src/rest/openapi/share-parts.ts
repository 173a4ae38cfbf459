import { capitalized } from '../../platform/errors/words.js';

type Part = object | { $ref: string };

/** An operation of the document, as far as it is read here. */
interface Operation {
  operationId: string;
  parameters?: Part[];
  responses: Record<string, Part>;
}

/** Where a part stands. */
interface Use {
  part: Part;
  /** Its name, unless another part has it. */
  name: string;
  operationId: string;
  replace(reference: { $ref: string }): void;
}

/**
 * Replaces the parameters that several operations have by references to one description of each.
 * @param taken names that others have
 * @returns the descriptions by name: `Page`, and for another parameter of this name `ListUsersPage`
 */
export function shareParameters(operations: readonly Operation[], taken: readonly string[]): Record<string, object> {
  const uses = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters.map((part, at): Use => {
      const replace: Use['replace'] = (reference) => {
        parameters[at] = reference;
      };
      return { part, name: pascal((part as { name?: string }).name ?? ''), operationId, replace };
    }),
  );
  return share(uses, 'parameters', taken);
}

/** The same for the answers without content. */
export function shareNotModified(operations: readonly Operation[]): Record<string, object> {
  const uses = operations.flatMap(({ operationId, responses }): Use[] => {
    const part = responses['304'];
    if (!part) return [];
    const replace: Use['replace'] = (reference) => {
      responses['304'] = reference;
    };
    return [{ part, name: 'NotModified', operationId, replace }];
  });
  return share(uses, 'responses', []);
}

function share(uses: readonly Use[], section: string, taken: readonly string[]): Record<string, object> {
  const shared: Record<string, object> = {};
  const groups = [...Map.groupBy(uses, ({ part }) => JSON.stringify(part)).values()];
  for (const same of groups.sort((a, b) => b.length - a.length)) {
    const [first] = same;
    if (!first || same.length < 2 || '$ref' in first.part) continue;
    const isTaken = taken.includes(first.name) || first.name in shared;
    const name = isTaken ? `${capitalized(first.operationId)}${first.name}` : first.name;
    shared[name] = first.part;
    for (const { replace } of same) replace({ $ref: `#/components/${section}/${name}` });
  }
  return Object.fromEntries(Object.entries(shared).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** `If-Match` as `IfMatch`. */
function pascal(name: string): string {
  return name.split(/\W/).map(capitalized).join('');
}
