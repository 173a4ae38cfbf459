import type { Count } from './read-counts.js';

/** Durations in milliseconds; percentiles are accurate to 1 %. */
export interface Durations {
  average: number;
  percentile: (share: number) => number;
}

/** Computes durations. @param counts of buckets: see `duration_bucket` in the migration that creates analytics_days */
export function durationsOf(counts: readonly Count[]): Durations {
  const buckets = counts.map(({ dim, n }) => ({ bucket: Number(dim), n })).sort((a, b) => a.bucket - b.bucket);
  const total = counts.reduce((sum, { total: ms }) => sum + ms, 0);
  const all = buckets.reduce((sum, { n }) => sum + n, 0);
  return {
    average: all === 0 ? 0 : total / all,
    percentile(share) {
      const rank = Math.max(1, Math.ceil(share * all));
      let passed = 0;
      for (const { bucket, n } of buckets) {
        passed += n;
        if (passed >= rank) return middleOf(bucket);
      }
      return 0;
    },
  };
}

/** The first hundred buckets have a width of one millisecond, later ones grow by 2 %. */
function middleOf(bucket: number): number {
  return bucket < 100 ? bucket : Math.round(100 * 1.02 ** (bucket - 100 + 0.5));
}
