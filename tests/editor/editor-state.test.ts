import { describe, expect, test } from '@jest/globals';
import {
  addReplayed,
  adopt,
  chosenNode,
  closeBottom,
  decideLater,
  failSaving,
  focusForm,
  goOnReplaying,
  isDraft,
  isNews,
  isUnsaved,
  keepSaved,
  meetConflict,
  openReplay,
  openSide,
  rebase,
  settleConflict,
  showRun,
  startReplay,
  startRun,
  startSaving,
  toggleBottom,
} from '../../src/dashboard/screens/editor/editor-state.js';
import { addNode, replaceContent, select, setData } from '../../src/dashboard/screens/editor/edits.js';
import { nodesOf, type RunStep, withEvent } from '../../src/dashboard/screens/editor/run.js';
import { content, follow, node, opened, stored } from './support.js';

const edited = () => setData(opened(), 'a', { v: 1 });
const theirs = stored(content([node('a', { v: 2 })], []), { revision: 'r2', updatedAt: '2026-01-05T10:00:00.000Z' });

describe('the draft', () => {
  test('is saved once what was sent is stored', () => {
    const sending = startSaving(edited());
    expect(sending.status).toBe('saving');
    const saved = keepSaved(sending, stored(sending.content, { revision: 'r1' }));
    expect(saved.status).toBe('saved');
    expect(isUnsaved(saved)).toBe(false);
    expect(isDraft(saved)).toBe(true);
  });

  test('is still to be saved where it was edited while it was sent', () => {
    const sending = startSaving(edited());
    const later = setData(sending, 'a', { v: 2 });
    expect(later.status).toBe('saving');
    expect(keepSaved(later, stored(sending.content, { revision: 'r1' })).status).toBe('dirty');
  });

  test('keeps what could not be sent, and says why', () => {
    const error = new Error('offline');
    const failed = failSaving(startSaving(edited()), error);
    expect(failed).toMatchObject({ status: 'failed', error });
    expect(isUnsaved(failed)).toBe(true);
    expect(startSaving(failed).error).toBeNull();
  });

  test('stays as it is when it is based on another version', () => {
    const saved = keepSaved(edited(), stored(edited().content, { revision: 'r1' }));
    const rebased = rebase(saved, { revision: 'r2', baseVersion: 2, updatedAt: theirs.updatedAt });
    expect(rebased.stored).toMatchObject({ revision: 'r2', baseVersion: 2, content: saved.content });
    expect(rebased.status).toBe('saved');
  });
});

describe('what somebody else saved', () => {
  test('is news while nothing of one’s own is open, if it is newer', () => {
    expect(isNews(opened(), theirs)).toBe(true);
    expect(isNews(edited(), theirs)).toBe(false);
    expect(isNews(opened(), { ...theirs, updatedAt: '2026-01-05T08:00:00.000Z' })).toBe(false);
    expect(isNews(adopt(opened(), theirs), theirs)).toBe(false);
  });

  test('is a conflict with what is not saved, until it is decided', () => {
    const conflict = { base: opened().content, theirs };
    const met = meetConflict(startSaving(edited()), conflict);
    expect(met).toMatchObject({ status: 'conflict', conflict, isLater: false });
    expect(decideLater(met, true).conflict).toBe(conflict);
    expect(meetConflict(decideLater(met, true), conflict).isLater).toBe(false);
    const settled = settleConflict(met);
    expect(settled).toMatchObject({ status: 'dirty', conflict: null, stored: theirs });
    expect(settled.content).toBe(met.content);
  });

  test('leaves nothing to be saved where all of it is taken', () => {
    const met = meetConflict(startSaving(edited()), { base: opened().content, theirs });
    const taken = follow(met, [replaceContent, theirs.content], [settleConflict]);
    expect(taken).toMatchObject({ status: 'saved', conflict: null, stored: theirs });
  });
});

describe('what is open', () => {
  test('is the form of the node that is chosen alone', () => {
    expect(chosenNode(opened())).toBeUndefined();
    expect(chosenNode(select(opened(), ['b']))?.id).toBe('b');
    expect(chosenNode(select(opened(), ['a', 'b']))).toBeUndefined();
    expect(chosenNode(addNode(opened(), node('c')))?.id).toBe('c');
  });

  test('gives way to the form of a node when it gets the focus', () => {
    const focused = follow(opened(), [openSide, 'versions'], [focusForm, 'data.url'], [focusForm]);
    expect(focused).toMatchObject({ side: null, focus: { count: 2, field: null } });
  });

  test('closes by the button that opened it', () => {
    const shown = toggleBottom(opened(), 'problems');
    expect(shown.bottom).toBe('problems');
    expect(toggleBottom(shown, 'run').bottom).toBe('run');
    expect(toggleBottom(shown, 'problems').bottom).toBeNull();
  });

  test('forgets a run or a replay by closing its own panel', () => {
    const both = follow(opened(), [startReplay, 10], [startRun, 'x'], [toggleBottom, 'run']);
    const closed = closeBottom(both);
    expect(closed).toMatchObject({ bottom: null, run: null });
    expect(closed.replay.asked).not.toBeNull();
    expect(closeBottom(openReplay(closed)).replay).toMatchObject({ asked: null, busy: false });
  });
});

describe('a run', () => {
  const step = (status: RunStep['status'], more: Partial<RunStep> = {}): RunStep => ({
    id: `${status}${more.iteration ?? ''}`,
    nodeId: 'a',
    name: 'a',
    status,
    ...more,
  });
  const running = { status: 'running', phase: 'active' };

  test('shows of the steps of a node what matters most, and how long they took together', () => {
    const steps = [
      step('completed', { iteration: '0', durationMs: 5 }),
      step('failed', { iteration: '1', durationMs: 7 }),
      step('completed', { iteration: '2' }),
    ];
    const run = steps.reduce(
      (now, one) => withEvent(now, { execution: running, step: one }),
      startRun(opened(), 'x').run as Parameters<typeof withEvent>[0],
    );
    expect(nodesOf(run).get('a')).toEqual({ status: 'failed', count: 3, durationMs: 12 });
  });

  test('that was closed, or replaced by another one, is not shown again', () => {
    const late = { executionId: 'x', execution: running, steps: new Map(), error: null };
    const first = startRun(opened(), 'x');
    expect(showRun(first, late).run).toBe(late);
    const second = startRun(first, 'y');
    expect(showRun(second, late)).toBe(second);
    const none = opened();
    expect(showRun(none, late)).toBe(none);
  });
});

describe('a replay', () => {
  const one = (executionId: string, result: string) => ({ executionId, result });

  test('shows by itself the first execution that is different, and then what is chosen', () => {
    const begun = startReplay(opened(), 10);
    const some = addReplayed(begun, [one('x', 'same')]);
    expect(some.replay.chosenId).toBeNull();
    const more = addReplayed(some, [one('y', 'different'), one('z', 'different')]);
    expect(more.replay).toMatchObject({ chosenId: 'y', busy: true });
    const chosen = goOnReplaying(more, { chosenId: 'x' });
    expect(addReplayed(chosen, [one('w', 'different')]).replay.chosenId).toBe('x');
  });

  test('knows what it replayed: the draft may have been edited since', () => {
    const begun = startReplay(opened(), 10);
    expect(begun.replay.asked?.content).toBe(begun.content);
    const later = setData(begun, 'a', { v: 1 });
    expect(later.replay.asked?.content).not.toBe(later.content);
  });
});
