import type { BaseBackup } from './archive-folder.js';

/** Segments of 16 MiB in what the middle eight digits of their name count. */
const segmentsInLog = 0x100;

/** What is not needed to restore any time since `keepFrom`. */
export function planRetention(
  bases: readonly BaseBackup[],
  segments: readonly string[],
  keepFrom: Date,
): { bases: string[]; segments: string[] } {
  const first = bases.findLastIndex(({ finishedAt }) => finishedAt <= keepFrom);
  const oldest = bases[Math.max(first, 0)];
  if (!oldest) return { bases: [], segments: [] };
  return {
    bases: bases.slice(0, Math.max(first, 0)).map(({ name }) => name),
    segments: segments.filter((name) => positionOf(name) < positionOf(oldest.firstSegment)),
  };
}

/** The first segment that is missing between a base backup and the newest segment; null if none is. */
export function findGap({ firstSegment }: BaseBackup, segments: readonly string[]): string | null {
  const present = new Set(segments.map(positionOf));
  const last = Math.max(...present);
  for (let position = positionOf(firstSegment); position <= last; position++) {
    if (!present.has(position)) return nameOf(firstSegment.slice(0, 8), position);
  }
  return null;
}

/** The place of a segment in the log; the first eight digits are its timeline. */
function positionOf(segment: string): number {
  return Number.parseInt(segment.slice(8, 16), 16) * segmentsInLog + Number.parseInt(segment.slice(16), 16);
}

function nameOf(timeline: string, position: number): string {
  const digits = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  return timeline + digits(Math.floor(position / segmentsInLog)) + digits(position % segmentsInLog);
}
