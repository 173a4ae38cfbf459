import { durationOf, type StepView } from './execution-reducer.js';

/** What differs between two runs in one step. */
export interface Difference {
  /** Another status or exit, or only one of the runs came here. */
  path: boolean;
  input: boolean;
  output: boolean;
  /** Much slower or faster. */
  duration: boolean;
}

/** The same step of two runs. */
export interface AlignedStep {
  /** Node and iteration. */
  key: string;
  here: StepView | null;
  there: StepView | null;
  path: boolean;
  duration: boolean;
}

/** A step of both runs has this in common. */
export const alignmentKey = ({ nodeId, iteration }: Pick<StepView, 'nodeId' | 'iteration'>): string =>
  `${nodeId}@${iteration ?? ''}`;

/**
 * Aligns the steps of two runs by node and iteration, in the order of the first; what only the second has follows the
 * step after which it came there.
 */
export function alignRuns(here: Iterable<StepView>, there: Iterable<StepView>): AlignedStep[] {
  const own = [...here];
  const ownKeys = new Set(own.map(alignmentKey));
  const others = new Map<string, StepView>();
  const following = new Map<string, StepView[]>();
  let last = '';
  for (const step of there) {
    const key = alignmentKey(step);
    others.set(key, step);
    if (ownKeys.has(key)) last = key;
    else following.set(last, [...(following.get(last) ?? []), step]);
  }
  const onlyThere = (key: string) => (following.get(key) ?? []).map((step) => pair(null, step));
  return [
    ...onlyThere(''),
    ...own.flatMap((step) => {
      const key = alignmentKey(step);
      return [pair(step, others.get(key) ?? null), ...onlyThere(key)];
    }),
  ];
}

function pair(here: StepView | null, there: StepView | null): AlignedStep {
  const key = alignmentKey((here ?? there) as StepView);
  const path =
    isElsewhere(here) !== isElsewhere(there) ||
    (here?.handle ?? null) !== (there?.handle ?? null) ||
    statusOf(here) !== statusOf(there);
  return { key, here, there, path, duration: isOtherPace(here, there) };
}

/** A step that was skipped is one that the run did not come to. */
const isElsewhere = (step: StepView | null): boolean => step === null || step.status === 'skipped';
const statusOf = (step: StepView | null): string => (isElsewhere(step) ? 'skipped' : (step as StepView).status);

/** Twice as long, and by more than chance. */
function isOtherPace(here: StepView | null, there: StepView | null): boolean {
  const a = here && durationOf(here);
  const b = there && durationOf(there);
  if (a === null || b === null) return false;
  return Math.abs(a - b) > 100 && Math.max(a, b) > 2 * Math.min(a, b);
}

/** One place at which two values differ. */
export interface ValueChange {
  /** For example `body.items.0.price`; empty for the whole value. */
  path: string;
  here: unknown;
  there: unknown;
}

/** The places at which two JSON values differ, at most `most` of them. */
export function changesBetween(here: unknown, there: unknown, most = 50, path = ''): ValueChange[] {
  if (Object.is(here, there)) return [];
  if (!isContainer(here) || !isContainer(there) || Array.isArray(here) !== Array.isArray(there)) {
    return [{ path, here, there }];
  }
  const changes: ValueChange[] = [];
  for (const name of new Set([...Object.keys(here), ...Object.keys(there)])) {
    if (changes.length >= most) break;
    const below = path === '' ? name : `${path}.${name}`;
    changes.push(...changesBetween(here[name], there[name], most - changes.length, below));
  }
  return changes;
}

const isContainer = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
