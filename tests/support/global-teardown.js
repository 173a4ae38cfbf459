/** Runs once after all test files, failed ones too. Finds the module that the setup loaded. */
export default async function tearDown() {
  const { stopTestPostgres } = await import('./test-postgres.ts');
  await stopTestPostgres();
}
