import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** The files that take longest, in this order: one that began last would run alone. */
const longest = [
  'api/foreign-ids',
  'crash/suspects',
  'contexts/automation/executions/fairness',
  'main',
  'api/naughty',
  'crash/crash',
  'crash/random-flows',
  'crash/code',
  'api/canary',
  'crash/conversations',
  'api/canary-sinks',
  'contexts/automation/executions/random-flows/on-server',
  'crash/events',
  'cli/backup',
  'contexts/automation/executions/database-restart',
  'crash/failures',
  'client/client',
  'platform/embedded-postgres-closed-folder',
  'crash/shutdown',
  'api/subscription-ends',
  'crash/messages',
  'contexts/automation/executions/loops',
  'api/access',
  'contract/examples',
  'crash/loops',
  'contexts/automation/executions/large-values',
].map((name) => resolve('tests', `${name}.test.ts`));

/** Begins with the longest files. Jest knows durations, too, but only where it ran before, as CI never did. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const missing = longest.filter((path) => !existsSync(path));
    if (missing.length > 0) throw new Error(`No test file: ${missing.join(', ')}`);
    const rank = ({ path }) => (longest.includes(path) ? longest.indexOf(path) : longest.length);
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
}
