/** Compiles one source without checking its types, which `npm run types` does. For the build, and for tests that run sources. */
exports.compile = (filename, text, sourceMaps) =>
  require('@swc/core').transformSync(text, {
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
