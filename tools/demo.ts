import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { Demo } from '../src/app/demo/ensure-demo.js';
import { loadConfig } from '../src/config/index.js';

interface Watched {
  executionUpdated: {
    execution: { status: string; output: unknown; error: { message: string } | null };
    step: { name: string; status: string; durationMs: number | null; output: unknown } | null;
  };
}

const watch = `subscription Watch($workspaceId: ID!, $executionId: ID!) {
  executionUpdated(workspaceId: $workspaceId, executionId: $executionId) {
    execution { status output error { message } }
    step { name status durationMs output }
  }
}`;

/** Posts two orders to the demo flow and prints the steps as they arrive over the subscription. */
async function main(): Promise<void> {
  const path = join(loadConfig(process.env).dataDir, 'demo.json');
  const demo = await readFile(path, 'utf8').then(
    (text) => JSON.parse(text) as Demo,
    () => {
      throw new Error('The demo workspace was not found. Run `npm start` first and leave it running.');
    },
  );
  for (const order of [
    { customer: 'Ada', amount: 250 },
    { customer: 'Grace', amount: 40 },
  ]) {
    await follow(demo, order);
  }
}

async function follow(demo: Demo, order: object): Promise<void> {
  print(`POST ${demo.webhookUrl.replace(/token=.*/, 'token=…')}  ${JSON.stringify(order)}`);
  const response = await fetch(demo.webhookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  }).catch(() => {
    throw new Error(`No server was found at ${demo.serverUrl}. Run \`npm start\` and leave it running.`);
  });
  const answer = (await response.json()) as { data?: { executionId: string }; error?: { message: string } };
  if (!answer.data) throw new Error(answer.error?.message ?? `The webhook answered ${response.status}.`);
  const { executionId } = answer.data;
  print(`${response.status}  executionId ${executionId}`);
  const client = createClient({
    url: `${demo.serverUrl.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${demo.apiKey}` },
  });
  const events = client.iterate<Watched>({ query: watch, variables: { workspaceId: demo.workspaceId, executionId } });
  for await (const { data, errors } of events) {
    if (errors?.[0]) throw new Error(errors[0].message);
    if (data) printEvent(data);
  }
  await client.dispose();
  print('');
}

function printEvent({ executionUpdated: { execution, step } }: Watched): void {
  if (step) {
    const took = step.durationMs === null ? '' : `${step.durationMs} ms`;
    const output = step.output === null ? '' : shortened(JSON.stringify(step.output));
    print(`  ${step.status.padEnd(10)} ${step.name.padEnd(22)} ${took.padStart(7)}  ${output}`.trimEnd());
  } else if (execution.status !== 'running') {
    print(`  ${execution.status}: ${JSON.stringify(execution.error?.message ?? execution.output)}`);
  }
}

function shortened(text: string): string {
  return text.length > 72 ? `${text.slice(0, 71)}…` : text;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

// The reader of the output may close it early, for example head.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
