import { defineCommand } from '../command.js';

/** Starts the server, as `npm start` does. */
export const serve = defineCommand({
  name: 'serve',
  summary: 'Start the server',
  notes:
    'Runs until SIGINT or SIGTERM, then stops cleanly. ROLE decides whether it answers requests, drives executions or both. Its output is its log.',
  examples: ['serve'],
  async run() {
    // Its own entry: it reads the environment, and ends the process.
    await import('../../main.js');
    return null;
  },
});
