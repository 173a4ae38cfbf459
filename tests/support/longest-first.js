import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** The files that take longest, in this order: one that began last would run alone. */
const longest = [
  'main',
  'api/naughty',
  'api/foreign-ids',
  'deploy/image',
  'contexts/automation/executions/fairness',
  'api/canary',
  'crash/suspects',
  'crash/crash',
  'crash/random-flows',
  'cli/backup',
  'cli/upgrade-postgres',
  'api/canary-sinks',
  'api/every-capability',
  'api/large-answers',
  'crash/events',
  'crash/loops',
  'contexts/billing/usage/random-postings/random-postings',
  'platform/code/code-runner',
  'platform/vault/rotate-keys-command',
  'crash/shutdown',
  'contexts/automation/executions/large-responses',
  'contexts/engagement/campaigns/many-mails',
  'crash/failures',
  'crash/rates',
  'client/client',
  'cli/create',
  'contexts/automation/executions/random-flows/on-server',
  'crash/state',
  'contract/generators',
  'connections',
  'contract/examples',
  'crash/conversations',
  'crash/workspace-request',
  'crash/code',
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
