import { readFileSync } from 'node:fs';
import { loadRoutes } from '../../src/app/collect-modules.js';
import { buildGraphSchema } from '../../src/app/schema.js';
import { connectors } from '../../src/nodes/index.js';
import { describeCapabilities } from './describe-capabilities.js';
import { describeCommands } from './describe-commands.js';
import { describeConnector, describeConnectors } from './describe-connectors.js';
import { describeContexts } from './describe-contexts.js';
import { describeDeprecations } from './describe-deprecations.js';
import { describeErrors } from './describe-errors.js';
import { describeFunctions, listFunctions } from './describe-functions.js';
import { describeMeters } from './describe-meters.js';
import { describeMetrics } from './describe-metrics.js';
import { describeNodePage, describeNodes, documentedNodes, nodePage } from './describe-nodes.js';
import { describeSettings } from './describe-settings.js';
import { describeWebhookEvents } from './describe-webhook-events.js';

/** A page that is generated and committed to the repository. */
export interface GeneratedDoc {
  path: string;
  write: () => string | Promise<string>;
}

/** Every generated page. `npm run codegen` writes them; a test checks that they are up to date. */
export const generatedDocs: readonly GeneratedDoc[] = [
  { path: 'docs/architecture.md', write: () => describeContexts(readFileSync('docs/architecture.md', 'utf8')) },
  { path: 'docs/capabilities.md', write: () => describeCapabilities(buildGraphSchema()) },
  { path: 'docs/cli.md', write: describeCommands },
  { path: 'docs/configuration.md', write: describeSettings },
  { path: 'docs/errors.md', write: describeErrors },
  { path: 'docs/functions.md', write: describeFunctions },
  { path: 'src/dashboard/screens/editor/form/expression-functions.ts', write: listFunctions },
  { path: 'docs/credits.md', write: () => describeMeters(readFileSync('docs/credits.md', 'utf8')) },
  { path: 'docs/monitoring.md', write: () => describeMetrics(readFileSync('docs/monitoring.md', 'utf8')) },
  { path: 'docs/webhooks.md', write: () => describeWebhookEvents(readFileSync('docs/webhooks.md', 'utf8')) },
  {
    path: 'docs/stability.md',
    write: async () =>
      describeDeprecations(readFileSync('docs/stability.md', 'utf8'), buildGraphSchema(), await loadRoutes()),
  },
  { path: 'docs/nodes/README.md', write: describeNodes },
  ...documentedNodes.map((node) => ({ path: `docs/nodes/${nodePage(node)}`, write: () => describeNodePage(node) })),
  { path: 'docs/connectors/README.md', write: describeConnectors },
  ...connectors.map((one) => ({ path: `docs/connectors/${one.service}.md`, write: () => describeConnector(one) })),
];
