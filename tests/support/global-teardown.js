/** Runs once after all test files, also failed ones. Uses the module that the setup loaded. */
export default async function tearDown() {
  const { stopTestPostgres } = await import('./test-postgres.ts');
  await stopTestPostgres();
}
