import { capitalized } from '../../platform/errors/words.js';

/** Where an operation shows a shape. */
export interface ShapePlace {
  /** Name of the operation, for example `ListFlows`. */
  operation: string;
  /** What it is there: what the operation answers, an item of its list, or a part of another type: `Credentials.user`. */
  as: 'answer' | 'item' | { owner: string; field: string };
}

/** A shape that operations give to a type. */
export interface NamedShape {
  typeName: string;
  /** The number of its properties. */
  size: number;
  places: readonly ShapePlace[];
}

/**
 * Names of shapes, which become types of generated clients. The largest shape of a type has the name of the type. A smaller one
 * is named after what it is: an item of a list is a `FlowSummary`, the `user` of `Credentials` a `CredentialsUser`, and what only
 * an operation answers an `UpdateMemberResult`. A second shape of the same name is named after its operation: `ListSharedFlowsItem`.
 * The order of operations makes no difference, except for equal sizes.
 * @param taken names of other schemas
 */
export function nameShapes<S extends NamedShape>(shapes: readonly S[], taken: Iterable<string>): Map<string, S> {
  const names = new Map<string, S>();
  const used = new Set(taken);
  const give = (name: string, shape: S) => {
    used.add(name);
    names.set(name, shape);
  };
  const smaller: S[] = [];
  // Types come first, so that none loses its name to a part that happens to be called like it.
  for (const shape of [...shapes].sort((a, b) => b.size - a.size)) {
    if (used.has(shape.typeName)) smaller.push(shape);
    else give(shape.typeName, shape);
  }
  for (const shape of smaller) {
    const name = candidates(shape).find((one) => !used.has(one));
    if (!name) throw new Error(`Every name of a shape of ${shape.typeName} is taken. Rename one of its operations.`);
    give(name, shape);
  }
  return names;
}

/** The names that a shape can have, the best one first. */
function candidates({ typeName, places }: NamedShape): string[] {
  const items = places.filter(({ as }) => as === 'item');
  const parts = places.flatMap(({ as }) => (typeof as === 'object' ? [`${as.owner}${partOf(as.field)}`] : []));
  return [
    ...(items.length > 0 ? [`${typeName}Summary`] : []),
    ...parts.sort(),
    ...items.map(({ operation }) => `${operation}Item`).sort(),
    ...places.map(({ operation }) => `${operation}Result`).sort(),
    ...places.map(({ operation }) => `${operation}${typeName}`).sort(),
  ];
}

/** One of a field: `workspaces` are each a `Workspace`, `entries` an `Entry`. */
function partOf(field: string): string {
  return capitalized(field.replace(/ies$/, 'y').replace(/([^s])s$/, '$1'));
}
