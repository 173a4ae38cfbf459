import { describe, expect, test } from '@jest/globals';
import { type ControlledKey, controlProblems, decideStarts, type FlowControl } from '../../src/engine/index.js';

const key = (running: string[], waiting: string[], skips = true): ControlledKey => ({
  running: running.length,
  runningIds: running,
  started: 0,
  waiting: waiting.map((id) => ({ id, skips })),
});

describe('the control of a flow', () => {
  test('starts as many executions of a key as may run, in their order', () => {
    const control = { concurrency: 3 };
    expect(decideStarts(control, key(['1'], ['2', '3', '4']))).toEqual({
      starts: ['2', '3'],
      skipped: [],
      replaced: [],
    });
    expect(decideStarts(control, key(['1', '2', '3', '4'], ['5']))).toEqual({ starts: [], skipped: [], replaced: [] });
  });

  test('skips what may not run at once, unless a caller waits for it', () => {
    const control = { concurrency: 1, overlap: 'skip' as const };
    expect(decideStarts(control, key([], ['1', '2']))).toEqual({ starts: ['1'], skipped: ['2'], replaced: [] });
    expect(decideStarts(control, key(['1'], ['2']))).toEqual({ starts: [], skipped: ['2'], replaced: [] });
    expect(decideStarts(control, key(['1'], ['2'], false))).toEqual({ starts: [], skipped: [], replaced: [] });
  });

  test('keeps the newest executions of a key', () => {
    const control = { concurrency: 1, overlap: 'replace' as const };
    expect(decideStarts(control, key(['1'], ['2', '3']))).toEqual({ starts: ['3'], skipped: [], replaced: ['2', '1'] });
    expect(decideStarts({ ...control, concurrency: 2 }, key(['1'], ['2']))).toEqual({
      starts: ['2'],
      skipped: [],
      replaced: [],
    });
    expect(decideStarts(control, key(['1'], []))).toEqual({ starts: [], skipped: [], replaced: [] });
  });

  test('starts as many as its throttle allows', () => {
    const throttle = { count: 3, seconds: 60 };
    expect(decideStarts({ throttle }, { ...key([], ['4', '5', '6']), started: 1 }).starts).toEqual(['4', '5']);
    expect(decideStarts({ throttle, concurrency: 1 }, { ...key([], ['4', '5']), started: 1 }).starts).toEqual(['4']);
    const skipping = { throttle, concurrency: 1, overlap: 'skip' as const };
    expect(decideStarts(skipping, { ...key([], ['4', '5']), started: 3 })).toEqual({
      starts: [],
      skipped: [],
      replaced: [],
    });
  });

  test('starts everything that waits once the flow has none any more', () => {
    expect(decideStarts(null, key(['1'], ['2', '3']))).toEqual({ starts: ['2', '3'], skipped: [], replaced: [] });
  });
});

describe('what makes no sense in a control', () => {
  test.each<[FlowControl, string[]]>([
    [{ concurrency: 1 }, []],
    [{ key: '{{triggerData.id}}', concurrency: 1, priority: '{{triggerData.vip ? 10 : 0}}' }, []],
    [{ concurrency: 2, overlap: 'skip' }, []],
    [{ debounceSeconds: 5 }, []],
    [{ batch: { max: 10, seconds: 5 } }, []],
    [
      { batch: { max: 10, seconds: 5 }, debounceSeconds: 5 },
      ['batch is not allowed with debounceSeconds, of which only the last start runs.'],
    ],
    [
      { debounceSeconds: 5, priority: 1 },
      ['priority is only allowed with concurrency or throttle: without them, nothing waits.'],
    ],
    [
      {},
      [
        'concurrency is required, or throttle, debounceSeconds or batch: a control without them limits nothing. Send null for none.',
      ],
    ],
    [
      { key: '{{triggerData.id}}' },
      [
        'concurrency is required, or throttle, debounceSeconds or batch: a control without them limits nothing. Send null for none.',
      ],
    ],
    [{ overlap: 'skip' }, ['overlap is only allowed with concurrency, of which it says what happens beyond.']],
    [{ priority: 1 }, ['priority is only allowed with concurrency or throttle: without them, nothing waits.']],
    [{ throttle: { count: 1, seconds: 1 }, priority: 1 }, []],
    [
      { throttle: { count: 1, seconds: 1 }, concurrency: 1, overlap: 'replace' },
      ['throttle is not allowed with overlap: "replace", with which the newest execution starts at once.'],
    ],
    [
      { concurrency: 1, overlap: 'replace', priority: 1 },
      ['priority is not allowed with overlap: "replace", with which nothing waits.'],
    ],
    [
      { concurrency: 1, key: 'triggerData.id' },
      [
        'key must contain an expression in {{ }}, for example {{triggerData.contactId}}: a constant would be the same for all executions.',
      ],
    ],
    [
      { concurrency: 1, key: '{{boveda.token}}' },
      ['key must not read boveda: its expressions read triggerData, flow and workspace only.'],
    ],
    [
      { concurrency: 1, priority: 1.5 },
      ['priority must be an integer from -1000 to 1000, or a text with an expression in {{ }}.'],
    ],
  ])('%j', (control, problems) => {
    expect(controlProblems(control).map(({ field, message }) => `${field} ${message}`)).toEqual(problems);
  });

  test('is an expression that cannot be parsed, too', () => {
    expect(controlProblems({ concurrency: 1, key: '{{triggerData.}}' })).toEqual([
      expect.objectContaining({ field: 'key', kind: 'expression', message: expect.stringMatching(/^is not a valid/) }),
    ]);
  });
});
