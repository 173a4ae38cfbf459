import type { CrashPoint } from '../../../../../../src/contexts/automation/executions/run/drive-deps.js';
import type { Random } from '../choices.js';

/** More would only take longer: each is followed by the time after which an execution is found without its driver. */
const mostOfOne = 3;

/** One visit of a point in so many is a crash; more where a point is rare. */
const oneIn: Record<CrashPoint, number> = {
  'after-claim': 12,
  'before-effect': 12,
  'after-effect': 12,
  'before-timeout': 2,
  'before-settling': 12,
};

/** Abandons executions at named points, as if their process had died there: nothing more of it is written. */
export class Crashes {
  /** How often each execution was abandoned. */
  readonly interruptions = new Map<string, number>();
  /** How often at each point. */
  readonly byPoint = new Map<CrashPoint, number>();

  constructor(readonly random: Random) {}

  /** For the `reached` of a worker. */
  readonly reached = (point: CrashPoint, executionId: string): void => {
    const before = this.interruptions.get(executionId) ?? 0;
    if (before >= mostOfOne || this.random(oneIn[point]) > 0) return;
    this.interruptions.set(executionId, before + 1);
    this.byPoint.set(point, (this.byPoint.get(point) ?? 0) + 1);
    throw Object.assign(new Error(`The process is gone ${point}.`), { code: 'ECONNRESET' });
  };
}
