import { registerHooks } from 'node:module';

/** Runs once before all test files. Our modules name each other `.js`, as they are after the build; here they are `.ts`. */
export default async function setUp(): Promise<void> {
  registerHooks({
    resolve(specifier, context, next) {
      try {
        return next(specifier, context);
      } catch (error) {
        if (!/^\.{1,2}\/.*\.js$/.test(specifier)) throw error;
        return next(specifier.replace(/\.js$/, '.ts'), context);
      }
    },
  });
  const { startTestPostgres } = await import('./test-postgres.js');
  await startTestPostgres();
}
