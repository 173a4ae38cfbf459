import { transformSync } from '@swc/core';

/** Compiles one source without checking its types, which `npm run types` does. For the build, and for programs that run sources. */
export function compile(
  filename: string,
  text: string,
  sourceMaps: boolean | 'inline',
): { code: string; map?: string } {
  return transformSync(text, {
    filename,
    sourceMaps,
    swcrc: false,
    jsc: {
      experimental: { keepImportAttributes: true },
      target: 'es2023',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    },
    module: { type: 'es6' },
  });
}
