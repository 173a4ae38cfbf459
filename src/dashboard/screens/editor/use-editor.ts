import { createContext, use, useSyncExternalStore } from 'react';
import type { EditorState } from './editor-state';
import type { EditedFlow, NodeTypes } from './flow-operations';

/** Puts a state in the place of the current one: `change(renameNode, 'a', 'b')`. */
export type Change = <Values extends unknown[]>(
  transition: (state: EditorState, ...values: Values) => EditorState,
  ...values: Values
) => void;

/** Holds the state of the editor. */
export interface EditorStore {
  now: () => EditorState;
  change: Change;
  /** @returns what ends it */
  listen: (listener: () => void) => () => void;
}

export function createStore(state: EditorState): EditorStore {
  let current = state;
  const listeners = new Set<() => void>();
  return {
    now: () => current,
    change: (transition, ...values) => {
      const next = transition(current, ...values);
      if (next === current) return;
      current = next;
      for (const listener of [...listeners]) listener();
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What sends the draft of a flow, and reads what is stored. */
export interface Saver {
  /** Saves now, what is not saved yet. @returns the revision; null without a draft @throws what prevented it */
  flush: () => Promise<string | null>;
  /** Reads the flow again, whose content somebody has replaced. */
  load: () => Promise<void>;
  /** Reads the flow again, whose details have changed: a stored draft, which does not hold them, is based on them. */
  loadDetails: (before: number) => Promise<void>;
  /** Looks what somebody else published: it is merged like a draft of theirs. */
  startMerge: () => Promise<void>;
}

/** What the parts of the editor share: its store, and what was read of the flow. */
export interface Editor extends EditorStore, Saver {
  flow: EditedFlow;
  workspaceId: string;
  types: NodeTypes;
  /** False for those who may only look. */
  canWrite: boolean;
}

export const EditorContext = createContext<Editor | null>(null);

/** The editor around a part of it. What it holds by {@link Editor.now} is not watched. */
export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (!editor) throw new Error('There is no editor outside its screen.');
  return editor;
}

/** A part of the state, watched. @param select returns the same for the same state */
export function useEditorState<Part>(select: (state: EditorState) => Part): Part {
  const { listen, now } = useEditor();
  return useSyncExternalStore(listen, () => select(now()));
}
