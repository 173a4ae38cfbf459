import { mkdirSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

/** The libraries of `data.code`, by name, and the module that each is. */
const modules = ['luxon', 'standard', 'names'];

/**
 * Writes src/platform/code/generated/libraries.ts: the libraries that sandboxed code can use, each as the text of a script that
 * sets `library`, and dist/sandbox-packages.json: the packages in them. They run in isolates, which load no modules.
 */
export async function bundleSandboxLibraries(): Promise<void> {
  const folder = 'src/platform/code/generated';
  const bundles = await Promise.all(modules.map(bundle));
  const entries = modules.map((name, at) => `  ${name}: ${JSON.stringify(bundles[at]?.text)},`);
  for (const path of [folder, 'dist']) mkdirSync(path, { recursive: true });
  const packages = new Set(bundles.flatMap(({ inputs }) => inputs.flatMap((path) => packageOf.exec(path)?.[1] ?? [])));
  writeFileSync('dist/sandbox-packages.json', JSON.stringify([...packages].sort()));
  writeFileSync(`${folder}/libraries.ts`, `export const libraries = {\n${entries.join('\n')}\n};\n`);
}

const packageOf = /node_modules\/((?:@[^/]+\/)?[^/]+)/;

async function bundle(name: string): Promise<{ text: string; inputs: string[] }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [`src/platform/code/isolate/${name}.ts`],
    bundle: true,
    write: false,
    metafile: true,
    format: 'iife',
    globalName: 'library',
    // The built-in modules of Node do not exist there.
    platform: 'browser',
    target: 'es2023',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  const text = outputFiles[0]?.text ?? '';
  return { text, inputs: Object.keys(metafile.inputs) };
}
