import type { StartedServer } from '../app/server.js';

/** The message when the server is ready: its URLs, and commands to try. */
export function readyMessage({ url, demo }: Pick<StartedServer, 'url' | 'demo'>, seconds: number): string {
  const ready = `Ready in ${seconds.toFixed(1)} s`;
  if (!url) return `${ready}: waiting for executions in the queue.\n`;
  const lines = [
    '',
    `${ready}: ${url}`,
    `  GraphQL     ${url}/graphql   (try it: ${url}/graphiql)`,
    `  REST        ${url}/docs   (${url}/openapi.json)`,
    `  Health      ${url}/healthz   ${url}/readyz   ${url}/metrics`,
  ];
  if (demo) lines.push(...demoLines(demo));
  return `${lines.join('\n')}\n\n`;
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
    '',
    'Or follow executions live, in another terminal: npm run demo',
  ];
}

/** The body of a GraphQL request for the last execution with its steps, for a shell. */
function lastExecution({ workspaceId }: { workspaceId: string }): string {
  const query = `{workspace(id:"${workspaceId}"){executions(limit:1){items{status output steps{name status output}}}}}`;
  return JSON.stringify({ query });
}
