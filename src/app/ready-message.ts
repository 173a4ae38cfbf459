import { existsSync } from 'node:fs';
import { npmPackage, wheelOf } from '../rest/client-packages.js';
import { packageVersion } from './package-version.js';
import type { StartedServer } from './server.js';

/**
 * The message when the server is ready: its URLs, and commands to try.
 * @param showsKeys whether it may contain the demo's credentials: only a terminal, because others store what they read
 */
export function readyMessage(
  { url, healthUrl, demo, dashboard }: Pick<StartedServer, 'url' | 'healthUrl' | 'demo' | 'dashboard'>,
  seconds: number,
  showsKeys: boolean,
): string {
  const ready = `Ready in ${seconds.toFixed(1)} s`;
  const health = healthUrl ?? url;
  if (!url) return `${ready}: waiting for executions in the queue.\n${health ? healthLine(health) : ''}`;
  const lines = [
    '',
    `${ready}: ${url}`,
    ...(dashboard ? [`  Dashboard   ${dashboard}${dashboard.includes('#') ? '   (logs you in, once)' : ''}`] : []),
    `  GraphQL     ${url}/graphql   (try it: ${url}/graphiql)`,
    `  REST        ${url}/docs   (${url}/openapi.json)`,
    `  Clients     npm install ${url}${npmPackage}`,
    `              pip install ${url}${wheelOf(packageVersion())}`,
    healthLine(health ?? url).trimEnd(),
  ];
  if (demo) lines.push(...(showsKeys ? demoLines(demo) : hiddenDemoLines(demo)));
  return `${lines.join('\n')}\n\n`;
}

function healthLine(url: string): string {
  return `  Health      ${url}/healthz   ${url}/readyz   ${url}/metrics\n`;
}

function demoLines(demo: NonNullable<StartedServer['demo']>): string[] {
  const post = (body: string) =>
    `  curl -s -X POST '${demo.webhookUrl}' -H 'content-type: application/json' -d '${body}'`;
  return [
    '',
    `Demo workspace ${demo.workspaceId}`,
    `  Login       ${demo.email}   ${demo.password}`,
    `  API key     ${demo.apiKey}`,
    '',
    'Start the demo flow twice, once for each branch:',
    post('{"customer":"Ada","amount":250}'),
    post('{"customer":"Grace","amount":40}'),
    '',
    'Show the last execution with its steps:',
    `  curl -s '${demo.serverUrl}/graphql' -H 'authorization: Bearer ${demo.apiKey}' -H 'content-type: application/json' -d '${lastExecution(demo)}'`,
    // A package has no scripts of npm.
    ...(existsSync('src/cli/demo.ts') ? ['', 'Or follow executions live, in another terminal: npm run demo'] : []),
  ];
}

function hiddenDemoLines({ workspaceId }: NonNullable<StartedServer['demo']>): string[] {
  return [
    '',
    `Demo workspace ${workspaceId}`,
    '  Its login, API key and webhook are shown on a terminal only. DATA_DIR/demo.json has them.',
  ];
}

/** The body of a GraphQL request for the last execution with its steps, for a shell. */
function lastExecution({ workspaceId }: { workspaceId: string }): string {
  const query = `{workspace(id:"${workspaceId}"){executions(limit:1){items{status output steps{items{name status output}}}}}}`;
  return JSON.stringify({ query });
}
