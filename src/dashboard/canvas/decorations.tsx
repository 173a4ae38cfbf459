import { createContext, type ReactNode, use } from 'react';

/** What happens to a node, or has happened. */
export type NodeState = 'running' | 'waiting' | 'completed' | 'failed' | 'skipped' | 'cancelled';

/** What a canvas shows on a card beside the node itself: the state of a run, or what an editor finds. */
export interface NodeDecoration {
  state?: NodeState | undefined;
  /** What the state is called, for screen readers. */
  stateLabel?: string;
  /** A short text in the place of the type: `1.2 s · 3 attempts`. */
  note?: ReactNode;
  /** A number or mark in the corner: iterations, issues. */
  badge?: ReactNode;
  badgeTone?: 'neutral' | 'danger' | 'warning' | 'info';
  /** Shown paler: it has no part in what is shown. */
  isFaded?: boolean;
  /** Marked, for example as the first difference. */
  isMarked?: boolean;
}

export interface EdgeDecoration {
  /** Whether the run went this way. */
  isTaken?: boolean;
  /** Whether something is on the way right now. */
  isActive?: boolean;
  isFaded?: boolean;
  /** A short text on the edge: how often it was taken. */
  label?: ReactNode;
  tone?: 'danger' | 'success' | 'warning';
}

export interface Decorations {
  nodes: ReadonlyMap<string, NodeDecoration>;
  edges: ReadonlyMap<string, EdgeDecoration>;
  selected: string | null;
  /** Whether the canvas is seen from so far that nothing can be read: cards are drawn as boxes. */
  isFar: boolean;
}

export const noDecorations: Decorations = { nodes: new Map(), edges: new Map(), selected: null, isFar: false };
export const DecorationContext = createContext<Decorations>(noDecorations);
export const useDecorations = (): Decorations => use(DecorationContext);
