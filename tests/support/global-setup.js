import './typescript.js';

/** Runs once before all test files. */
export default async function setUp() {
  const { startTestPostgres } = await import('./test-postgres.ts');
  await startTestPostgres();
}
