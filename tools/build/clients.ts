// Builds the packages of the clients: `npm run build -- client` and `npm run build -- client-python`.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

export const clients: Record<string, () => void> = {
  client() {
    run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'src/client/tsconfig.json']);
    copy('dist/client', ['src/client/package.json', 'src/client/README.md', 'LICENSE']);
  },
  'client-python'() {
    const target = 'dist/client-python';
    mkdirSync('dist', { recursive: true });
    rmSync(target, { recursive: true, force: true });
    const [from, settings] = ['schema/openapi.json', 'src/client/python/generator.yml'];
    const options = ['--meta', 'uv', '--output-path', target, '--overwrite', '--fail-on-warning'];
    run('uvx', ['openapi-python-client==0.29.0', 'generate', '--path', from, '--config', settings, ...options]);
    copy(join(target, 'workspace_automation_client'), ['src/client/python/workspace_automation.py']);
    copy(target, ['src/client/python/README.md', 'LICENSE']);
  },
};

function run(program: string, args: string[]): void {
  execFileSync(program, args, { stdio: 'inherit' });
}

function copy(folder: string, paths: string[]): void {
  for (const path of paths) cpSync(path, join(folder, basename(path)));
}
