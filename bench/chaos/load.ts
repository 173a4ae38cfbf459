import { setTimeout as delay } from 'node:timers/promises';

/** Executions that are started over HTTP while something else happens. */
export interface Load {
  /** When each execution was accepted, by its ID. */
  readonly accepted: ReadonlyMap<string, number>;
  readonly refused: number;
  /** Starts one execution; waits a moment where it is refused. @returns whether it was accepted */
  post(url?: string): Promise<boolean>;
}

export function openLoad(webhookUrl: string): Load {
  const accepted = new Map<string, number>();
  let refused = 0;
  return {
    accepted,
    get refused() {
      return refused;
    },
    async post(url = webhookUrl) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ n: accepted.size }),
      }).catch(() => null);
      if (answer?.status !== 202) {
        refused++;
        await answer?.body?.cancel();
        await delay(50);
        return false;
      }
      accepted.set(((await answer.json()) as { data: { executionId: string } }).data.executionId, Date.now());
      return true;
    },
  };
}

/** Starts executions at a steady rate, without waiting for earlier ones, until the last one is due. */
export async function postEvenly(load: Load, perSecond: number, more: () => boolean): Promise<void> {
  const calls = new Set<Promise<boolean>>();
  for (let due = Date.now(); more(); due += 1_000 / perSecond) {
    await delay(Math.max(0, due - Date.now()));
    const call = load.post();
    calls.add(call);
    void call.finally(() => calls.delete(call));
  }
  await Promise.all(calls);
}

/** Starts executions as fast as they are accepted up to a number of them, and then slowly. */
export async function postAtOnce(load: Load, runs: number, more: () => boolean): Promise<void> {
  const lanes = Array.from({ length: 8 }, async () => {
    while (more() || load.accepted.size < runs) {
      await load.post();
      if (load.accepted.size > runs * 0.9 && more()) await delay(200);
    }
  });
  await Promise.all(lanes);
}
