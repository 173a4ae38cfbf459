import { ServerError } from '../api/errors';
import type { Failure, Outcome } from './job';

/** So many requests at once. */
const together = 4;

/** Works on each record by a request of its own, so that one that is refused holds up no other. @throws Unreachable */
export async function eachOf<Record extends { id: string; name: string }>(
  records: readonly Record[],
  act: (record: Record, index: number) => Promise<unknown>,
): Promise<Outcome<never>> {
  const failures = new Map<number, Failure>();
  const left = records.entries();
  const work = async () => {
    for (const [index, record] of left) {
      try {
        await act(record, index);
      } catch (error) {
        if (!(error instanceof ServerError)) throw error;
        const { message, details } = error;
        failures.set(index, { id: record.id, name: record.name, message, details });
      }
    }
  };
  await Promise.all(Array.from({ length: together }, work));
  const inOrder = [...failures].sort(([a], [b]) => a - b).map(([, failure]) => failure);
  return { done: records.length, counts: { changed: records.length - failures.size }, failures: inOrder };
}
