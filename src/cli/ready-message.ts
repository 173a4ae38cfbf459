import type { StartedServer } from '../app/server.js';

/** What one sees when the server is up: where it answers, and what to paste first. */
export function readyMessage({ url, demo }: Pick<StartedServer, 'url' | 'demo'>, seconds: number): string {
  const ready = `Ready in ${seconds.toFixed(1)} s`;
  if (!url) return `${ready}: working on runs from the queue.\n`;
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
    'Start the demo flow, once by each branch:',
    post('{"customer":"Ada","amount":250}'),
    post('{"customer":"Grace","amount":40}'),
    '',
    'See what it did, step by step:',
    `  curl -s '${demo.serverUrl}/graphql' -H 'authorization: Bearer ${demo.apiKey}' -H 'content-type: application/json' -d '${lastRun(demo)}'`,
    '',
    'Or watch it live, in another terminal: npm run demo',
  ];
}

/** A GraphQL request for the newest run and its steps, as one pastes it into a shell. */
function lastRun({ workspaceId }: { workspaceId: string }): string {
  const query = `{workspace(id:"${workspaceId}"){executions(limit:1){items{status output steps{name status output}}}}}`;
  return JSON.stringify({ query });
}
