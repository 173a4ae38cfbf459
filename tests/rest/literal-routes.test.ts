import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from '@jest/globals';

type Paths = Record<string, Record<string, unknown>>;

const { paths } = JSON.parse(readFileSync('schema/openapi.json', 'utf8')) as { paths: Paths };
const methods = ['get', 'post', 'put', 'patch', 'delete'];
const documented = Object.entries(paths).flatMap(([path, item]) =>
  methods
    .filter((method) => method in item)
    .map((method) => `'${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}'`),
);

test('every documented route is found by a search for its method and path', async () => {
  const files = await Array.fromAsync(glob('src/contexts/**/*.{routes,record,records}.ts'));
  const sources = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const unfound = documented.filter((route) => {
    const below = route.replace(' /workspaces/:workspaceId/', ' /');
    return !sources.includes(route) && !sources.includes(below);
  });
  expect(documented.length).toBeGreaterThan(200);
  expect(unfound).toEqual([]);
});
