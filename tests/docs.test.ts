import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { type DocsPage, readDocsPages } from './support/docs-pages.js';

let pages: DocsPage[];
beforeAll(async () => {
  pages = await readDocsPages();
});

test('every link between pages leads to a file, and to a heading where it names one', () => {
  const headings = new Map(pages.map(({ path, text }) => [path, headingsOf(text)]));
  const broken = pages.flatMap(({ path, text }) =>
    linksOf(text).flatMap((link) => {
      const [file = '', heading] = link.split('#');
      const target = file === '' ? path : normalize(join(dirname(path), file));
      const isThere = existsSync(target) && (heading === undefined || headings.get(target)?.has(heading));
      return isThere ? [] : [`${path}: ${link}`];
    }),
  );
  expect(broken).toEqual([]);
});

test('every source file that a page of the code names exists', () => {
  const named = /`((?:src\/)?(?:app|cli|config|contexts|nodes|engine|rest|platform)\/[\w./-]+\.ts)`/g;
  const missing = pages.flatMap(({ path, text }) =>
    // The pages for contributors name those that a reader creates.
    [...(path === 'CONTRIBUTING.md' ? '' : text).matchAll(named)]
      .map(([, file = '']) => file)
      .filter((file) => !existsSync(file) && !existsSync(join('src', file)))
      .map((file) => `${path}: ${file}`),
  );
  expect(missing).toEqual([]);
});

test('every page is linked from another one', () => {
  const linked = new Set(
    pages.flatMap(({ path, text }) =>
      linksOf(text).map((link) => normalize(join(dirname(path), link.split('#')[0] ?? ''))),
    ),
  );
  const alone = pages.map(({ path }) => path).filter((path) => !linked.has(path));
  expect(alone.filter((path) => path !== 'README.md')).toEqual([]);
});

test('every REST call that a page names exists', async () => {
  const { paths } = JSON.parse(await readFile('schema/openapi.json', 'utf8')) as { paths: Record<string, object> };
  const known = [
    ...Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    ),
    ...beside,
  ].map(segmentsOf);
  const unknown = pages.flatMap(({ path, text }) =>
    callsOf(text).flatMap((call) => (known.some((one) => fits(segmentsOf(call), one)) ? [] : [`${path}: ${call}`])),
  );
  expect(unknown).toEqual([]);
});

/** Routes that are not part of the REST API. */
const beside = ['/healthz', '/readyz', '/metrics', '/docs', '/openapi.json', '/graphiql', '/graphql']
  .flatMap((path) => [`GET ${path}`, `POST ${path}`])
  .concat('POST /demo/orders', 'POST /workspaces/{workspaceId}/mcp');

/** The relative targets of links, without those in code. */
function linksOf(text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** Anchors of headings, as GitHub makes them. */
function headingsOf(text: string): Set<string> {
  const titles = [...text.replace(/```.*?```/gs, '').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => title);
  return new Set(
    titles.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\d _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function withoutCode(text: string): string {
  return text.replace(/```.*?```/gs, '').replace(/`[^`\n]*`/g, (code) => (code.includes('](') ? '' : code));
}

/** `GET /flows/{flowId}` in text and code; `P` and `$P` stand for the URL of the workspace, `$S` for that of the server, `…` for any prefix. */
function callsOf(text: string): string[] {
  return [...text.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) "?(…)?(?:\$?P|\$S)?(\/[\w/{}:$().*#-]+)/g)].map(
    ([, method, any = '', path]) => `${method} ${any}${path}`,
  );
}

function segmentsOf(call: string): string[] {
  return call.replace(/[.)]+$/, '').split('/');
}

/** IDs match in any notation; a path may omit the prefix `/workspaces/{workspaceId}`, and any prefix after `…`. */
function fits(call: readonly string[], route: readonly string[]): boolean {
  const isId = (segment: string) => /^(\{.*\}|:\w+|\$\w*.*|\d+)$/.test(segment);
  const [method = '', ...path] = call;
  const [routeMethod = '', ...whole] = route;
  const ends = [whole, whole[0] === 'workspaces' ? whole.slice(2) : whole];
  if (method.endsWith('…')) ends.push(whole.slice(-path.length));
  return (
    method.trim().replace(' …', '') === routeMethod.trim() &&
    ends.some(
      (end) =>
        end.length === path.length &&
        end.every((segment, index) => segment === path[index] || (isId(segment) && isId(path[index] as string))),
    )
  );
}
