import type { FlowControl } from '../flow-content.js';
import type { SampleStart } from './play-control.js';

/** Starts of two keys, by a unit of time. */
const pattern: readonly SampleStart[] = [
  { at: 0, key: 0 },
  { at: 0.5, key: 1 },
  { at: 1, key: 0 },
  { at: 1.6, key: 0 },
  { at: 2.4, key: 1 },
  { at: 3, key: 0 },
  { at: 7, key: 0 },
  { at: 9, key: 1 },
];

/** What the time line of a control plays: starts close together and apart from one another, by the times that it names. */
export function samplesFor({ debounceSeconds, batch, throttle }: FlowControl): {
  starts: SampleStart[];
  seconds: number;
} {
  const unit = (debounceSeconds ?? batch?.seconds ?? throttle?.seconds ?? 40) / 4;
  return { starts: pattern.map(({ at, key }) => ({ at: at * unit, key })), seconds: 2 * unit };
}
