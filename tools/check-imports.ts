// `npm run imports`: the rules of .dependency-cruiser.cjs, and no circle of folders at any depth.
import { cruise, format, type ICruiseResult, type IModule } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

async function main(): Promise<number> {
  const { output } = await cruise(['src', 'tools'], await extractDepcruiseOptions('./.dependency-cruiser.cjs'));
  const result = output as ICruiseResult;
  const rules = await format(result, { outputType: 'err' });
  const circles = circlesOfFolders(result.modules);
  process.stdout.write(`${rules.output}${circles.map((circle) => `  error ${circle}\n`).join('')}`);
  return rules.exitCode || circles.length;
}

/**
 * The folders and files side by side in a folder that import each other in a circle, types included. A rule of scope `folder`
 * finds circles of folders of one depth, but counts what lies directly in their parent as part of no folder.
 */
function circlesOfFolders(modules: readonly IModule[]): string[] {
  const byFolder = new Map<string, Map<string, Set<string>>>();
  for (const { source, dependencies } of modules) {
    if (!source.startsWith('src/')) continue;
    for (const { resolved } of dependencies) {
      if (!resolved.startsWith('src/')) continue;
      const [folder, from, to] = neighbours(source, resolved);
      const imports = byFolder.get(folder) ?? new Map<string, Set<string>>();
      byFolder.set(folder, imports);
      imports.set(from, (imports.get(from) ?? new Set()).add(to));
    }
  }
  return [...byFolder].flatMap(([folder, imports]) =>
    circlesIn(imports).map((names) => `circle in ${folder}: ${names.join(' → ')}`),
  );
}

/** The folder in which the ways to two files part, and what lies there on each of them. */
function neighbours(one: string, other: string): [folder: string, one: string, other: string] {
  const [left, right] = [one.split('/'), other.split('/')];
  let depth = 0;
  while (left[depth] === right[depth] && depth < Math.min(left.length, right.length) - 1) depth += 1;
  return [left.slice(0, depth).join('/'), left[depth] ?? '', right[depth] ?? ''];
}

/** One circle through each name that is part of one and of none that was found before. */
function circlesIn(imports: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    const start = path.indexOf(name);
    if (start >= 0) {
      found.push([...path.slice(start), name]);
      return;
    }
    if (done.has(name)) return;
    done.add(name);
    for (const next of imports.get(name) ?? []) if (next !== name) visit(next, [...path, name]);
  };
  for (const name of imports.keys()) visit(name, []);
  return found;
}

process.exitCode = await main();
