import { createBenchFlow, type Tenant } from '../harness/client.js';

/** The durations of requests in milliseconds, by what they are. */
export interface Watched {
  probe: number[];
  list: number[];
  read: number[];
  execution: number[];
  /** By how much timers of the measuring process were late: what the machine itself adds. */
  machine: number[];
  /** Requests that failed. */
  failures: string[];
}

const patienceMs = 30_000;

/** What the other workspace does all the time. */
export interface Other {
  tenant: Tenant;
  /** Starts a small execution and returns its result. */
  webhookUrl: string;
}

export async function createOther(tenant: Tenant, url: string): Promise<Other> {
  const node = (id: string, type: string, data: object = {}) => ({ id, type, position: { x: 0, y: 0 }, data });
  const { webhookUrl } = await createBenchFlow(tenant, {
    name: 'Small',
    nodes: [
      node('start', 'trigger.webhook', { responseMode: 'result' }),
      node('set', 'data.set', { assignments: [{ name: 'n', value: '{{triggerData.n}}' }] }),
    ],
    edges: [{ id: 'e', source: 'start', target: 'set' }],
  });
  const { pathname, search } = new URL(webhookUrl ?? '');
  return { tenant, webhookUrl: url + pathname + search };
}

/** Sends the requests of a probe and of the other workspace, one after the other of each kind, until it is stopped. */
export function watch(url: string, { tenant, webhookUrl }: Other): { stop(): Promise<Watched> } {
  const watched: Watched = { probe: [], list: [], read: [], execution: [], machine: [], failures: [] };
  let stopped = false;
  const headers = { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json' };
  const query = 'query ($id: ID!) { workspace(id: $id) { name flows { items { id name lastExecution { status } } } } }';
  const body = JSON.stringify({ query, variables: { id: tenant.workspaceId } });
  const lane = async (
    name: 'probe' | 'list' | 'read' | 'execution',
    everyMs: number,
    at: string,
    init?: RequestInit,
  ) => {
    while (!stopped) {
      const began = performance.now();
      await fetch(at, { ...init, signal: AbortSignal.timeout(patienceMs) })
        .then(async (response) => {
          const text = await response.text();
          if (!response.ok || text.includes('"errors"')) watched.failures.push(`${name} ${response.status} ${text}`);
        })
        .catch((error: Error) => watched.failures.push(`${name} ${error.message}`));
      const took = performance.now() - began;
      watched[name].push(took);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, everyMs - took)));
    }
  };
  const timers = async () => {
    while (!stopped) {
      const began = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 20));
      watched.machine.push(performance.now() - began - 20);
    }
  };
  const lanes = Promise.all([
    timers(),
    lane('probe', 20, `${url}/healthz`),
    lane('list', 300, `${url}/workspaces/${tenant.workspaceId}/flows`, { headers }),
    lane('read', 300, `${url}/graphql`, { method: 'POST', headers, body }),
    lane('execution', 100, webhookUrl, { method: 'POST', headers, body: '{"n":1}' }),
  ]);
  return {
    async stop() {
      stopped = true;
      await lanes;
      return watched;
    },
  };
}
