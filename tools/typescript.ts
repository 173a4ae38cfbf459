import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compile } from './build/compile.ts';

/** `node --import ./tools/typescript.ts x.ts` runs sources without a build, decorators included. */
// Stack traces show lines of the sources, not of the compiled code.
process.setSourceMapsEnabled(true);

registerHooks({
  resolve(specifier, context, next) {
    const ours = /\.ts(\?|$)/.test(context.parentURL ?? '') && /^\.{1,2}\/.*\.js$/.test(specifier);
    return next(ours ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
  load(url, context, next) {
    if (!/\.ts(\?|$)/.test(url)) return next(url, context);
    const filename = fileURLToPath(url);
    const { code } = compile(filename, readFileSync(filename, 'utf8'), 'inline');
    return { format: 'module', source: code, shortCircuit: true };
  },
});
