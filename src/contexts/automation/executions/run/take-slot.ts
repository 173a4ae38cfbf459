import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome, Rate } from '../../../../nodes/index.js';
import { histogram } from '../../../../platform/metrics/index.js';
import { lateMsAtMost, slotHoursAtMost } from '../../rates/index.js';
import type { StepRecord } from '../store/execution-record.js';
import type { DriveDeps } from './drive-deps.js';

/** Milliseconds for which a step that has not begun waits in the process; for longer ones it leaves it. */
const patienceMs = 2_000;
/** Milliseconds before its slot at which a step comes back that has left the process. */
const earlyMs = 1_000;
/** Milliseconds for which a step waits in its middle, for example before its next page. */
const innerPatienceMs = 60_000;
/** After so many missed slots in a row, the next one is far enough ahead that the step leaves the process. */
const missesAtMost = 3;

const waitSeconds = histogram(
  'rate_wait_seconds',
  'Seconds until the reserved slots of calls whose node has a `rate`.',
  [0, 0.05, 0.25, 1, 2, 10, 60, 600, 3_600, 86_400],
);

interface SlotDeps {
  deps: Pick<DriveDeps, 'reserveSlot' | 'now'>;
  workspaceId: string;
  signal: AbortSignal;
}

/** How a step continues that may not start its call now. */
export type NoSlot = Extract<Outcome, { kind: 'failed' | 'postponed' }>;

/**
 * Waits for a slot of a rate before a step begins: shortly here, else without a worker. The slot that a step left with is its
 * own when it comes back. One that was missed is lost, for example because its process was killed: then there is another one,
 * as calls must not start faster than their rate.
 * @returns null when the call may start
 */
export async function takeSlot(from: SlotDeps, rate: Rate, step: StepRecord): Promise<NoSlot | null> {
  const taken = await waitForSlot(from, rate, { heldMs: slotOf(step), patienceMs });
  return 'startsAt' in taken ? postponed(rate, taken.startsAt) : taken.ended;
}

/** The same for a further call of a step that has begun. What it has so far is in memory, so it waits here. */
export async function takeInnerSlot(from: SlotDeps, rate: Rate): Promise<NoSlot | null> {
  const taken = await waitForSlot(from, rate, { heldMs: null, patienceMs: innerPatienceMs });
  if (!('startsAt' in taken)) return taken.ended;
  const message = `The next call of the step could start at ${taken.startsAt.toISOString()} by its rate; calls within a step wait at most ${innerPatienceMs / 1_000} seconds. Raise rate, or make fewer calls.`;
  return { kind: 'failed', error: { code: 'RATE_WAIT', message } };
}

/** True for a step that waits for the slot with which it begins its attempt. */
function waitsForSlot({ status, error }: Pick<StepRecord, 'status' | 'error'>): boolean {
  return status === 'waiting' && error?.code === 'RATE_WAIT';
}

function slotOf(step: StepRecord): number | null {
  return waitsForSlot(step) && step.resumeAt ? Date.parse(step.resumeAt) + earlyMs : null;
}

type Waited = { ended: NoSlot | null } | { startsAt: Date };

async function waitForSlot(
  { deps, workspaceId, signal }: SlotDeps,
  rate: Rate,
  { heldMs, patienceMs }: { heldMs: number | null; patienceMs: number },
): Promise<Waited> {
  const now = () => deps.now().getTime();
  const reserve = async (aheadMs: number) => {
    const atMs = await deps.reserveSlot({ ...rate, workspaceId, aheadMs });
    if (atMs !== null) waitSeconds.observe(Math.max(0, atMs - now()) / 1_000);
    return atMs;
  };
  let atMs = heldMs ?? (await reserve(0));
  for (let misses = 1; atMs !== null; misses++) {
    const waitMs = Math.ceil(atMs - now());
    if (waitMs > patienceMs) return { startsAt: new Date(Math.ceil(atMs)) };
    if (waitMs > 0 && !(await slept(waitMs, signal))) return { ended: interrupted };
    const lateMs = now() - atMs;
    if (lateMs <= lateMsAtMost(rate)) return { ended: null };
    // Far enough ahead for a process that is this slow.
    atMs = await reserve(misses < missesAtMost ? Math.min(2 * lateMs, earlyMs) : patienceMs + earlyMs);
  }
  return { ended: tooLong(rate) };
}

/** @returns false if the step was interrupted */
function slept(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal }).catch(() => false);
}

function postponed({ key }: Rate, startsAt: Date): NoSlot {
  const message = `The call waits for its turn by the rate of ${key}, and starts at ${startsAt.toISOString()}.`;
  const until = new Date(startsAt.getTime() - earlyMs);
  return { kind: 'postponed', until, error: { code: 'RATE_WAIT', message } };
}

function tooLong({ key, count, seconds }: Rate): NoSlot {
  const message = `The call would wait longer than ${slotHoursAtMost} hours by the rate of ${key}, ${count} in ${seconds} seconds. Raise rate, or start fewer calls.`;
  return { kind: 'failed', error: { code: 'RATE_WAIT', message } };
}

const interrupted: NoSlot = {
  kind: 'failed',
  error: { code: 'INTERRUPTED', message: 'The step was interrupted.' },
};
