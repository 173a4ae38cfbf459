import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface DocsPage {
  path: string;
  text: string;
}

/** Every page of the documentation, with README.md, CONTRIBUTING.md and SECURITY.md. */
export async function readDocsPages(): Promise<DocsPage[]> {
  const names = (await readdir('docs', { recursive: true })).filter((name) => name.endsWith('.md'));
  const paths = [...names.map((name) => join('docs', name)), 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'];
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, 'utf8') })));
}

/** The rows of the tables of a page with these column heads; cells are without backticks and escapes. */
export function tableRows(text: string, ...head: string[]): string[][] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    if (line !== `| ${head.join(' | ')} |`) return [];
    const rows = lines.slice(index + 2);
    const end = rows.findIndex((row) => !row.startsWith('|'));
    return rows.slice(0, end < 0 ? undefined : end).map((row) =>
      row
        .slice(2, -2)
        .split(/ (?<!\\)\| /)
        .map((cell) => cell.replaceAll('\\|', '|').replace(/^`(.*)`$/, '$1')),
    );
  });
}
