import { type FlowContent, type FlowNode, sameContent } from './flow-content.js';
import type { Run } from './run.js';

/** What is stored: the draft or, without one, the published version. */
export interface Stored {
  content: FlowContent;
  /** Null without a draft. */
  revision: string | null;
  baseVersion: number;
  updatedAt: string;
}

/** What somebody else stored since. */
export interface Conflict {
  base: FlowContent;
  theirs: Stored;
}

/** A handle from which something was dragged into the void. */
export interface OpenEnd {
  nodeId: string;
  handle: string | null;
  isSource: boolean;
  position: { x: number; y: number };
  /** Where it was dropped on the page. */
  client: { x: number; y: number };
}

/** What a replay of an execution comes to, as far as the editor decides by it. */
export interface Replayed {
  executionId: string;
  result: string;
}

/** A replay of recent executions with the draft. */
export interface Replay {
  /** Those that are compared so far. */
  executions: readonly Replayed[];
  /** How many there are in all; null before the first replay. */
  total: number | null;
  busy: boolean;
  error: unknown;
  /** How many executions are replayed with what content. */
  asked: { count: number; content: FlowContent } | null;
  /** The execution whose steps are shown. */
  chosenId: string | null;
}

/**
 * The state of the editor: what is edited and chosen, the ways back and forth, how it is saved, and what is open. What the
 * server answers otherwise is no part of it: queries hold it.
 */
export interface EditorState {
  content: FlowContent;
  nodes: ReadonlySet<string>;
  edges: ReadonlySet<string>;
  past: readonly FlowContent[];
  future: readonly FlowContent[];
  /** What the last change was of: a change of the same again is one with it. */
  last: string | null;

  /** What edits are based on. */
  stored: Stored;
  status: 'saved' | 'dirty' | 'saving' | 'conflict' | 'failed';
  error: unknown;
  conflict: Conflict | null;
  /** Whether the conflict is decided later. */
  isLater: boolean;
  /** The content that has rested for a while, and is checked. */
  rested: FlowContent;

  /** What stands beside the canvas, and below it. */
  side: 'settings' | 'versions' | null;
  bottom: 'run' | 'problems' | 'replay' | null;
  dialog: 'publish' | 'discard' | 'template' | null;
  openEnd: OpenEnd | null;
  /** The field to show, after a click on its problem. The count grows when the form shall have the focus. */
  focus: { count: number; field: string | null };

  run: Run | null;
  replay: Replay;
}

const none: ReadonlySet<string> = new Set();
const noReplay: Replay = { executions: [], total: null, busy: false, error: null, asked: null, chosenId: null };

/** The state of an editor that is opened. */
export const initialState = (stored: Stored): EditorState => ({
  content: stored.content,
  nodes: none,
  edges: none,
  past: [],
  future: [],
  last: null,
  stored,
  status: 'saved',
  error: null,
  conflict: null,
  isLater: false,
  rested: stored.content,
  side: null,
  bottom: null,
  dialog: null,
  openEnd: null,
  focus: { count: 0, field: null },
  run: null,
  replay: noReplay,
});

/** Whether something is not saved at this moment. */
export const isUnsaved = ({ content, stored }: EditorState): boolean => !sameContent(content, stored.content);

/** Whether there is something that is not published. */
export const isDraft = ({ stored, status }: EditorState): boolean =>
  stored.revision !== null || status === 'dirty' || status === 'saving';

/** The node that is chosen alone. */
export const chosenNode = ({ content, nodes }: EditorState): FlowNode | undefined =>
  nodes.size === 1 ? content.nodes.find(({ id }) => nodes.has(id)) : undefined;

/** Whether what somebody else stored can be shown by itself: nothing of one's own is open, and it is newer. */
export function isNews({ status, stored }: Pick<EditorState, 'status' | 'stored'>, found: Stored): boolean {
  const isKnown = found.revision === stored.revision && found.baseVersion === stored.baseVersion;
  return status === 'saved' && !isKnown && found.updatedAt > stored.updatedAt;
}

/** What is edited is sent. */
export const startSaving = (state: EditorState): EditorState => ({ ...state, status: 'saving', error: null });

/** What was sent is stored; it may have been edited since. */
export const keepSaved = (state: EditorState, stored: Stored): EditorState => ({
  ...state,
  stored,
  status: sameContent(state.content, stored.content) ? 'saved' : 'dirty',
});

/** Nothing had to be sent. */
export const needNoSaving = (state: EditorState): EditorState => ({ ...state, status: 'saved' });

/** What prevents saving; it is tried again. */
export const failSaving = (state: EditorState, error: unknown): EditorState => ({ ...state, status: 'failed', error });

/** Somebody else was faster: nothing is saved until it is decided. */
export const meetConflict = (state: EditorState, conflict: Conflict): EditorState => ({
  ...state,
  conflict,
  status: 'conflict',
  isLater: false,
});

export const decideLater = (state: EditorState, isLater: boolean): EditorState => ({ ...state, isLater });

/** Continues on top of what the other stored. */
export const settleConflict = (state: EditorState): EditorState =>
  state.conflict ? keepSaved({ ...state, conflict: null, error: null }, state.conflict.theirs) : state;

/** Takes what is stored as the state that edits are based on. */
export const adopt = (state: EditorState, stored: Stored): EditorState => ({
  ...state,
  stored,
  conflict: null,
  error: null,
  status: 'saved',
});

/** The stored draft has another revision or base, and the same content. */
export const rebase = (state: EditorState, by: Omit<Stored, 'content'>): EditorState => ({
  ...state,
  stored: { ...by, content: state.stored.content },
});

/** Content that was not edited for a while is checked. */
export const rest = (state: EditorState, rested: FlowContent): EditorState => ({ ...state, rested });

export const openSide = (state: EditorState, side: EditorState['side']): EditorState => ({ ...state, side });

export const openDialog = (state: EditorState, dialog: EditorState['dialog']): EditorState => ({ ...state, dialog });

/** Opens a panel below the canvas, or closes the one that is open. */
export const toggleBottom = (state: EditorState, bottom: 'run' | 'problems'): EditorState => ({
  ...state,
  bottom: state.bottom === bottom ? null : bottom,
});

export const openReplay = (state: EditorState): EditorState => ({ ...state, bottom: 'replay' });

/** Closes the panel below the canvas, and forgets what it showed. */
export const closeBottom = (state: EditorState): EditorState => ({
  ...state,
  bottom: null,
  run: state.bottom === 'run' ? null : state.run,
  replay: state.bottom === 'replay' ? noReplay : state.replay,
});

/** Gives the form of the chosen node the focus, in one of its fields or in the first. */
export const focusForm = (state: EditorState, field: string | null = null): EditorState => ({
  ...state,
  side: null,
  focus: { count: state.focus.count + 1, field },
});

/** A connection was dragged to where nothing is: what shall be there can be chosen. */
export const leaveEndOpen = (state: EditorState, openEnd: OpenEnd | null): EditorState => ({ ...state, openEnd });

/** A run was started. */
export const startRun = (state: EditorState, executionId: string): EditorState => ({
  ...state,
  run: { executionId, execution: null, steps: new Map(), error: null },
});

/** What is known of the run now. A run that was closed meanwhile is not shown again. */
export const showRun = (state: EditorState, run: Run): EditorState =>
  state.run?.executionId === run.executionId ? { ...state, run } : state;

export const startReplay = (state: EditorState, count: number): EditorState => ({
  ...state,
  replay: { ...noReplay, asked: { count, content: state.content }, busy: true },
});

export const goOnReplaying = (
  state: EditorState,
  part: Partial<Pick<Replay, 'total' | 'busy' | 'error' | 'chosenId'>>,
): EditorState => ({ ...state, replay: { ...state.replay, ...part } });

/** Further executions are compared. The first one that is different is shown by itself. */
export function addReplayed(state: EditorState, more: readonly Replayed[]): EditorState {
  const { executions, chosenId } = state.replay;
  const different = more.find(({ result }) => result === 'different')?.executionId ?? null;
  const replay = { ...state.replay, executions: [...executions, ...more], chosenId: chosenId ?? different };
  return { ...state, replay };
}
