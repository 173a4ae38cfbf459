import type { AlignedStep, Difference } from './align-runs';

/** A step of two runs with all that differs. */
export interface ComparedStep extends AlignedStep {
  /** Null while its data is not compared. */
  data: Pick<Difference, 'input' | 'output'> | null;
}

/** Whether a step is more than slower. */
export const isDivergent = ({ path, data }: ComparedStep): boolean =>
  path || (data !== null && (data.input || data.output));
