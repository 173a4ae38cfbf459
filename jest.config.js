/** @type {import('jest').Config} */
export default {
  // Bare Node: our modules are loaded once a worker, not once a test file.
  runner: 'jest-light-runner/child-process',
  setupFiles: ['reflect-metadata', '<rootDir>/tests/support/typescript.js'],
  setupFilesAfterEnv: ['<rootDir>/tests/support/time-limits.js'],
  globalSetup: '<rootDir>/tests/support/global-setup.js',
  globalTeardown: '<rootDir>/tests/support/global-teardown.js',
  testSequencer: '<rootDir>/tests/support/longest-first.js',
  maxWorkers: 2,
  testMatch: ['<rootDir>/tests/**/*.test.ts'],
  // In a browser: `npm run trial -- browser`.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/tests/dashboard/'],
  // The client is built there, with its own package.json.
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  transform: {},
};
