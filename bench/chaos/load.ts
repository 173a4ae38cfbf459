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
