import { metered, resolveExpression, WorkMeter } from '../../src/engine/index.js';
import { type FigureRow, median, percentile, show, table } from '../harness/figures.js';
import { type Sample, samples, scope } from './samples.js';

const rounds = 15;
/** Which of them counts: what else runs on the machine only makes rounds slower. */
const undisturbed = 0.2;
/** Milliseconds of CPU that one round takes at least, because the clock of a thread is coarse. */
const roundMs = 8;

class CountingMeter extends WorkMeter {
  units = 0;

  override charge(units: number): void {
    this.units += units;
    super.charge(units);
  }
}

/** How many times as long as in the fastest expression a unit may take in the slowest. */
const spreadAtMost = 3;

/** W12: units of work per millisecond of processor time, of expressions over lists of objects, maps, texts and numbers. */
export async function benchPrices(): Promise<string> {
  const rates = samples.map((sample) => ({ sample, rate: rateOf(sample) })).sort((a, b) => a.rate - b.rate);
  const all = rates.map(({ rate }) => rate);
  const spread = Math.max(...all) / Math.min(...all);
  if (spread > spreadAtMost) process.exitCode = 1;
  const rows = rates.map(({ sample, rate }): FigureRow => {
    return [sample.kind, sample.expression, show(rate), show(rate / median(all))];
  });
  const verdict = `spread ${show(spread)}, at most ${spreadAtMost}`;
  return table(['W12 kind', 'expression', 'units/ms', 'to median'], [...rows, ['all', verdict, show(median(all)), 1]]);
}

function rateOf({ expression }: Sample): number {
  const evaluate = () => {
    const meter = new CountingMeter(1e12);
    metered(meter, () => resolveExpression(expression, scope));
    return meter.units;
  };
  const units = evaluate();
  let times = 1;
  while (cpuOf(evaluate, times) < roundMs) times *= 2;
  const took = Array.from({ length: rounds }, () => cpuOf(evaluate, times) / times);
  return units / percentile(took, undisturbed);
}

function cpuOf(work: () => unknown, times: number): number {
  const before = process.threadCpuUsage();
  for (let time = 0; time < times; time++) work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
