import { describe, expect, test } from '@jest/globals';
import { playControl } from '../../src/dashboard/screens/editor/control/play-control.js';
import { samplesFor } from '../../src/dashboard/screens/editor/control/samples.js';
import type { FlowControl } from '../../src/dashboard/screens/editor/flow-content.js';

const startsAt = (...times: number[]) => times.map((at) => ({ at, key: 0 }));

/** Of each start, when its execution begins and ends, or what becomes of it. */
const played = (control: FlowControl, times: number[], seconds = 10) =>
  playControl(control, startsAt(...times), seconds).map(({ runs, outcome }) => {
    const times = runs && `${runs.from}-${runs.to}`;
    return outcome === 'completed' ? times : [times, outcome].filter(Boolean).join(' ');
  });

describe('the time line of a control', () => {
  test('shows how executions wait for one another', () => {
    expect(played({ concurrency: 1 }, [0, 1, 2])).toEqual(['0-10', '10-20', '20-30']);
    expect(played({ concurrency: 2 }, [0, 1, 2])).toEqual(['0-10', '1-11', '10-20']);
  });

  test('shows what is skipped and replaced', () => {
    expect(played({ concurrency: 1, overlap: 'skip' }, [0, 1, 10])).toEqual(['0-10', 'skipped', '10-20']);
    expect(played({ concurrency: 1, overlap: 'replace' }, [0, 4, 6])).toEqual(['0-4 replaced', '4-6 replaced', '6-16']);
  });

  test('shows starts that are spread by a throttle', () => {
    expect(played({ throttle: { count: 2, seconds: 5 } }, [0, 1, 2, 3], 1)).toEqual(['0-1', '1-2', '5-6', '6-7']);
  });

  test('shows the last start after a quiet time, and a batch', () => {
    expect(played({ debounceSeconds: 5 }, [0, 3, 6, 20])).toEqual(['gathered', 'gathered', '11-21', '25-35']);
    expect(played({ batch: { max: 2, seconds: 5 } }, [0, 1, 2])).toEqual(['1-11', 'gathered', '7-17']);
    expect(playControl({ debounceSeconds: 5 }, startsAt(0, 3), 1).at(-1)).toMatchObject({ size: 2 });
  });

  test('has a row for each key', () => {
    const starts = [
      { at: 0, key: 0 },
      { at: 1, key: 1 },
    ];
    const froms = (key: string | null) =>
      playControl({ key, concurrency: 1 }, starts, 10).map(({ runs }) => runs?.from);
    expect(froms('{{triggerData.key}}')).toEqual([0, 1]);
    expect(froms(null)).toEqual([0, 10]);
  });

  test('ends for each combination, with something to see', () => {
    for (const control of [
      {},
      { concurrency: 1 },
      { concurrency: 1, overlap: 'skip' as const, throttle: { count: 1, seconds: 60 } },
      { debounceSeconds: 10, concurrency: 1, overlap: 'replace' as const },
      { batch: { max: 3, seconds: 60 }, throttle: { count: 1, seconds: 30 } },
    ]) {
      const { starts, seconds } = samplesFor(control);
      expect(playControl(control, starts, seconds).some(({ runs }) => runs !== null)).toBe(true);
    }
  });
});
