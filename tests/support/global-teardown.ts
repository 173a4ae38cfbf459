import { stopTestPostgres } from './test-postgres.js';

/** Runs once after all test files, failed ones too. Finds the modules that the setup loaded. */
export default stopTestPostgres;
