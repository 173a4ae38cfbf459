import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** What is created: new files, and the lines that make them known. */
export interface Scaffold {
  /** The texts of new files, by path below the root. */
  files: Readonly<Record<string, string>>;
  /** How files that exist change, by path below the root. */
  edits: Readonly<Record<string, (text: string) => string>>;
  /** What to do and to run next. */
  next: readonly string[];
}

/**
 * Writes a scaffold, formatted and with sorted imports.
 * @returns the paths written
 * @throws Error where a file already exists; nothing is written then
 */
export function writeScaffold(root: string, { files, edits }: Scaffold): string[] {
  for (const path of Object.keys(files)) {
    if (existsSync(join(root, path))) throw new Error(`${path} already exists. Choose another name.`);
  }
  const changed = Object.entries(edits).map(
    ([path, edit]) => [path, edit(readFileSync(join(root, path), 'utf8'))] as const,
  );
  const written = [...Object.entries(files), ...changed];
  for (const [path, text] of written) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const paths = written.map(([path]) => path);
  execFileSync(resolve('node_modules/.bin/biome'), ['check', '--write', ...paths], { cwd: root, stdio: 'pipe' });
  return paths;
}

/** Adds an import at the top; formatting sorts it. */
export function addImport(text: string, name: string, from: string): string {
  return `import { ${name} } from '${from}';\n${text}`;
}

/**
 * Adds an entry to the list that begins with `opening`, after the entry that matches `after`, else at its end.
 * @throws Error where there is no such list
 */
export function addToList(text: string, opening: string, entry: string, after?: string): string {
  const start = text.indexOf(opening);
  if (start < 0) throw new Error(`There is no list ${opening} to add ${entry} to.`);
  const from = start + opening.length;
  const end = closingOf(text, from);
  const neighbour = after === undefined ? -1 : text.slice(from, end).search(new RegExp(`\\b${after}\\b`));
  if (after !== undefined && neighbour >= 0) {
    const at = from + neighbour + after.length;
    return `${text.slice(0, at)}, ${entry}${text.slice(at)}`;
  }
  const body = text.slice(from, end).trimEnd();
  return `${text.slice(0, from)}${body}${body === '' || body.endsWith(',') ? '' : ','} ${entry}${text.slice(end)}`;
}

/** The place of the bracket that closes the one before `from`. */
function closingOf(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if ('[{('.includes(text[at] as string)) depth += 1;
    if (')}]'.includes(text[at] as string)) depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}
