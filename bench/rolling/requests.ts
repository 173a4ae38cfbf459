import { setTimeout as delay } from 'node:timers/promises';

interface Endpoint {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** What became of the requests. */
export interface Counts {
  /** Requests that succeeded, by endpoint. */
  answered: Record<string, number>;
  failed: string[];
  slowestMs: number;
}

const pauseMs = 20;

/** Requests of several clients at once, each to the endpoints in turn, until they are stopped. */
export function startRequests(url: string, endpoints: Record<string, Endpoint>, lanes: number) {
  const counts: Counts = { answered: {}, failed: [], slowestMs: 0 };
  let isOpen = true;
  const send = async (kind: string, { path, ...init }: Endpoint) => {
    const began = performance.now();
    const answer = await fetch(url + path, init).catch((error: Error) => error);
    const text = answer instanceof Error ? String(answer.cause ?? answer) : await answer.text().catch(String);
    counts.slowestMs = Math.max(counts.slowestMs, performance.now() - began);
    if (!(answer instanceof Error) && answer.ok) counts.answered[kind] = (counts.answered[kind] ?? 0) + 1;
    else counts.failed.push(`${kind}: ${answer instanceof Error ? '' : answer.status} ${text.slice(0, 200)}`);
  };
  const all = Object.entries(endpoints);
  const clients = Array.from({ length: lanes }, async (_, lane) => {
    for (let turn = lane; isOpen; turn++) {
      const [kind, endpoint] = all[turn % all.length] as (typeof all)[number];
      await send(kind, endpoint);
      await delay(pauseMs);
    }
  });
  return {
    async stop(): Promise<Counts> {
      isOpen = false;
      await Promise.all(clients);
      return counts;
    },
  };
}
