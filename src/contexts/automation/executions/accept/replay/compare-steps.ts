import { LargeValue, visitKey } from '../../../../../engine/index.js';
import { storedForm } from '../../../../../platform/database/storable-json.js';
import { computeSlots } from '../../../../../platform/slots/compute-slots.js';
import type { StepRecord } from '../../store/execution-record.js';
import { fromColumn, readableBytesAtMost } from '../../store/values/large-values.js';
import type { ValueReader } from '../../store/values/value-reader.js';
import { type Difference, differencesBetween, type ValuePreviews } from './compare-values.js';
import type { RecordedStep } from './recorded-executions.js';
import type { Replay } from './replay-execution.js';
import type { ReplayedChange, ReplayedStep, StepComparison, StepPart } from './shadow-replay.object.js';

/** Changes that are shown of one step. */
const changesAtMost = 10;
/** Bytes of large values that are read to compare the steps of one execution. */
const readBytesAtMost = 32 * 1024 * 1024;

export interface ComparedStep extends ReplayedStep {
  /** Its position among the steps that have ended. */
  seq: number;
}

export interface ReplayedSteps {
  recorded: ReadonlyMap<string, RecordedStep>;
  replayed: readonly StepRecord[];
  /** The visits whose effect or wait was not recorded. */
  unrecorded: ReadonlySet<string>;
  /** The types of nodes whose effects or waits are not performed. */
  answered: ReadonlySet<string>;
  /** What the replay leads to, as the recorded steps show it. */
  shown: Replay['shown'];
  values: Pick<ValueReader, 'contents'>;
  previews: ValuePreviews;
}

/** Compares the steps of a replay with the recorded ones, in the order of their end. Steps that were skipped do not count. */
export async function compareSteps(steps: ReplayedSteps): Promise<ComparedStep[]> {
  const compared: ComparedStep[] = [];
  const open = new LargeValues(steps);
  const after = new Map(steps.replayed.filter(isVisit).map((step) => [visitKey(step), step]));
  const before = new Map([...steps.recorded].filter(([, step]) => isVisit(step)));
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    if (computeSlots.isOver()) await computeSlots.next();
    const [was, is] = [before.get(key), after.get(key)];
    const differences = was && is ? await differencesOf(was, is, open) : [];
    const comparison = comparisonOf(was, is, differences.length > 0, steps.unrecorded.has(key));
    compared.push(
      comparedStep(
        was,
        is,
        comparison,
        differences.map((one) => shown(one, steps.previews)),
      ),
    );
  }
  return compared.sort((a, b) => a.seq - b.seq);
}

function isVisit({ status }: Pick<StepRecord, 'status'>): boolean {
  return status !== 'skipped';
}

function comparisonOf(
  was: RecordedStep | undefined,
  is: StepRecord | undefined,
  differs: boolean,
  isUnrecorded: boolean,
): StepComparison {
  if (!is) return 'removed';
  // One that was cancelled in the meantime has not used the sample.
  if (isUnrecorded && is.status !== 'cancelled') return 'unrecorded';
  if (!was) return 'added';
  return differs ? 'changed' : 'same';
}

function comparedStep(
  was: RecordedStep | undefined,
  is: StepRecord | undefined,
  comparison: StepComparison,
  changes: ReplayedChange[],
): ComparedStep {
  const { nodeId, iteration, name, nodeType } = (is ?? was) as RecordedStep;
  return {
    nodeId,
    iteration: iteration || null,
    name,
    nodeType,
    comparison,
    changes,
    statusBefore: was?.status ?? null,
    statusAfter: is?.status ?? null,
    seq: (is ?? was)?.seq ?? Number.MAX_SAFE_INTEGER,
  };
}

type PartDifference = Difference & { part: StepPart };

async function differencesOf(was: RecordedStep, is: StepRecord, open: LargeValues): Promise<PartDifference[]> {
  const values: [StepPart, unknown, unknown][] = [
    ['status', was.status, is.status],
    ['handle', was.handle, is.handle],
    ['type', was.nodeType, is.nodeType],
    ['error', was.error, is.error],
    ['output', was.output, is.output],
    ['input', was.input, is.input],
  ];
  const found: PartDifference[] = [];
  for (const [part, before, after] of values) {
    // Another expression with the same result is no difference; another request is one, whatever the answer was.
    if (part === 'input' && found.length === 0 && !open.steps.answered.has(is.nodeType)) continue;
    const [first, second] = await open.pair(before, after);
    const some = differencesBetween(first, second, changesAtMost - found.length);
    found.push(...some.map((difference) => ({ ...difference, part })));
  }
  return found;
}

function shown({ part, ...difference }: PartDifference, previews: ValuePreviews): ReplayedChange {
  const { path, ...change } = previews.show(difference);
  return { part, path: path === '' ? null : path, ...change };
}

/** The contents of large values that are compared. What is too large to be read is compared by its size. */
class LargeValues {
  #left = readBytesAtMost;

  constructor(readonly steps: Pick<ReplayedSteps, 'shown' | 'values' | 'answered'>) {}

  /** A recorded value and that of the replay, as both are shown. */
  async pair(recorded: unknown, replayed: unknown): Promise<[unknown, unknown]> {
    const [before, after] = [fromColumn(recorded), this.steps.shown(replayed)];
    if (before instanceof LargeValue && after instanceof LargeValue && before.id === after.id) return [null, null];
    const large = [before, after].filter((value) => value instanceof LargeValue);
    if (large.length === 0) return [before, storedForm(after)];
    const bytes = large.reduce((sum, { size }) => sum + size, 0);
    if (bytes > this.#left || large.some(({ cut, size }) => cut || size > readableBytesAtMost))
      return [sizeOf(before), sizeOf(after)];
    this.#left -= bytes;
    const read = await this.steps.values.contents(large.map((value) => ({ value, name: 'The value' })));
    const content = (value: unknown) => (value instanceof LargeValue ? read.get(value) : value);
    return [content(before), storedForm(content(after))];
  }
}

function sizeOf(value: unknown): unknown {
  return value instanceof LargeValue ? `(${value.size} bytes)` : value;
}
