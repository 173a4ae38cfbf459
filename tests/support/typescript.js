import { registerHooks } from 'node:module';
import '../../tools/typescript.ts';
import './every-row.js';

/** `node --import ./tests/support/typescript.js x.ts` runs sources for tests, which see the rows of all workspaces. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return next(new URL('./jest-globals.js', import.meta.url).href, context);
    return next(specifier, context);
  },
});
