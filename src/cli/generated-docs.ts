import { buildGraphSchema } from '../app/schema.js';
import { describeSettings } from '../config/describe-settings.js';
import { describeCapabilities } from './describe-capabilities.js';
import { describeErrors } from './describe-errors.js';

/** A page that is written by a program and kept in the repository. */
export interface GeneratedDoc {
  path: string;
  write: () => string;
}

/** Every generated page. `npm run docs` writes them; the suite checks that they are fresh. */
export const generatedDocs: readonly GeneratedDoc[] = [
  { path: 'docs/capabilities.md', write: () => describeCapabilities(buildGraphSchema()) },
  { path: 'docs/configuration.md', write: describeSettings },
  { path: 'docs/errors.md', write: describeErrors },
];
