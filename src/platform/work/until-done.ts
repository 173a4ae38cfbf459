/** Repeats work in parts until there was none, or the process stops. @param work returns how much there was */
export async function untilDone(work: () => Promise<number>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await work()) > 0);
}
