import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = 'src/contexts';
const begin = '<!-- drawn from the imports by `npm run docs` -->';
const end = '<!-- end of the drawing -->';

/** Which module imports which, `context/module` to `context/module`, types included. */
type Imports = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The page with its picture of the contexts drawn anew from the imports.
 * @throws Error where the page has no marks, or the modules make a circle
 */
export function describeContexts(page: string): string {
  const [before, , after] = [page.split(begin)[0], begin, page.split(end)[1]];
  if (before === undefined || after === undefined || !page.includes(begin))
    throw new Error('docs/architecture.md has no marks for the drawing.');
  return `${before}${begin}\n\n${drawing(readImports())}\n\n${end}${after}`;
}

function readImports(): Imports {
  const imports = new Map<string, Set<string>>();
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))) {
    const from = moduleOf(file);
    if (!from) continue;
    const found = imports.get(from) ?? new Set<string>();
    imports.set(from, found);
    for (const [, path] of readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
      const to = moduleOf(relative(root, join(root, dirname(file), path as string)));
      if (to && to !== from) found.add(to);
    }
  }
  return imports;
}

/** `crm/definitions` of `crm/definitions/contact.record.ts`; null outside of modules. */
function moduleOf(path: string): string | null {
  const [context, module, file] = path.split('/');
  return file === undefined || context === '..' ? null : `${context}/${module}`;
}

function drawing(imports: Imports): string {
  const contexts = Map.groupBy(imports.keys(), contextOf);
  const below = new Map([...contexts].map(([context, modules]) => [context, contextsBelow(context, modules, imports)]));
  const floors = floorsOf([...contexts.keys()], (context) => below.get(context) ?? new Set());
  const ordered = [...contexts.keys()].sort(
    (a, b) => (floors.get(b) ?? 0) - (floors.get(a) ?? 0) || a.localeCompare(b),
  );
  const boxes = ordered.map((context) => {
    const names = (contexts.get(context) ?? []).map((module) => module.split('/')[1] as string).sort();
    return `  ${context}["<b>${context}</b><br>${names.join('<br>')}"]`;
  });
  const arrows = ordered.flatMap((context) =>
    [...(below.get(context) ?? [])].sort().map((other) => `  ${context} --> ${other}`),
  );
  const moduleFloors = floorsOf([...imports.keys()], (module) => imports.get(module) ?? new Set());
  const counted = [...imports.values()].reduce((sum, to) => sum + to.size, 0);
  return [
    '```mermaid',
    'flowchart TD',
    ...boxes,
    ...arrows,
    '```',
    '',
    `${imports.size} modules in ${contexts.size} contexts on ${Math.max(...floors.values()) + 1} floors; the modules have ` +
      `${counted} imports of one another on ${Math.max(...moduleFloors.values()) + 1} floors. No arrow points up, and there is no circle.`,
  ].join('\n');
}

function contextOf(module: string): string {
  return module.split('/')[0] as string;
}

function contextsBelow(context: string, modules: readonly string[], imports: Imports): ReadonlySet<string> {
  const all = modules.flatMap((module) => [...(imports.get(module) ?? [])].map(contextOf));
  return new Set(all.filter((other) => other !== context));
}

/** How many others stand below each, one above the other. @throws Error for a circle */
function floorsOf(names: readonly string[], below: (name: string) => ReadonlySet<string>): Map<string, number> {
  const floors = new Map<string, number>();
  const baselineOf = (name: string, above: readonly string[]): number => {
    if (above.includes(name)) throw new Error(`There is a circle: ${[...above, name].join(' → ')}`);
    const floor =
      floors.get(name) ?? Math.max(-1, ...[...below(name)].map((one) => baselineOf(one, [...above, name]))) + 1;
    floors.set(name, floor);
    return floor;
  };
  for (const name of names) baselineOf(name, []);
  return floors;
}
