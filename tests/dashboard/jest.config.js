import config from '../../jest.config.js';

/** @type {import('jest').Config} */
export default {
  ...config,
  rootDir: '../..',
  // One browser at a time: two would take the processors from each other.
  maxWorkers: 1,
  testMatch: ['<rootDir>/tests/dashboard/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
