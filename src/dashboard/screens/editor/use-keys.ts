import { type Dispatch, useEffect, useRef } from 'react';
import type { EditorAction, EditorState } from './editor-reducer';

/** The mark of nodes on the clipboard. */
const format = 'workspace-automation/nodes';

interface KeyOptions {
  state: EditorState;
  dispatch: Dispatch<EditorAction>;
  canWrite: boolean;
  /** Saves at once. */
  onSave: () => void;
  /** Opens the form of the chosen node. */
  onOpenForm: () => void;
  /** Opens the search for nodes. */
  onSearch: () => void;
}

/** The keys of the editor, outside of fields, and its clipboard. */
export function useKeys(options: KeyOptions): void {
  const now = useRef(options);
  now.current = options;
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    addEventListener('keydown', (event) => onKey(event, now.current), { signal });
    document.addEventListener('copy', (event) => copy(event, now.current), { signal });
    document.addEventListener(
      'cut',
      (event) => {
        if (now.current.canWrite && copy(event, now.current)) now.current.dispatch({ kind: 'delete' });
      },
      { signal },
    );
    document.addEventListener('paste', (event) => paste(event, now.current), { signal });
    return () => ended.abort();
  }, []);
}

/** Whether the keys belong to a field or a dialog. */
function isElsewhere(event: Event): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof Element)) return false;
  if (target.closest('[role=dialog], [role=menu], [role=alertdialog]')) return true;
  return target.closest('input, textarea, select, [contenteditable=true]') !== null;
}

function onKey(event: KeyboardEvent, { state, dispatch, canWrite, onSave, onOpenForm, onSearch }: KeyOptions): void {
  const isCommand = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (isCommand && key === 's') {
    event.preventDefault();
    onSave();
    return;
  }
  if (isElsewhere(event)) return;
  const isOnButton = event.target instanceof Element && event.target.closest('button, a, summary') !== null;
  if (isCommand && canWrite && key === 'z') dispatch({ kind: event.shiftKey ? 'redo' : 'undo' });
  else if (isCommand && canWrite && key === 'y') dispatch({ kind: 'redo' });
  else if (isCommand && key === 'a') dispatch({ kind: 'selectAll' });
  else if (isCommand || event.altKey) return;
  else if ((key === 'delete' || key === 'backspace') && canWrite) dispatch({ kind: 'delete' });
  else if (key === 'escape') dispatch({ kind: 'select', nodes: [] });
  else if (key === 'enter' && state.nodes.size === 1 && !isOnButton) onOpenForm();
  else if (key === '/' && canWrite) onSearch();
  else return;
  event.preventDefault();
}

function copy(event: ClipboardEvent, { state }: KeyOptions): boolean {
  if (isElsewhere(event) || state.nodes.size === 0 || !event.clipboardData) return false;
  if (getSelection()?.toString()) return false;
  const nodes = state.content.nodes.filter(({ id }) => state.nodes.has(id));
  const edges = state.content.edges.filter(({ source, target }) => state.nodes.has(source) && state.nodes.has(target));
  event.clipboardData.setData('text/plain', JSON.stringify({ format, nodes, edges }, null, 2));
  event.preventDefault();
  return true;
}

function paste(event: ClipboardEvent, { dispatch, canWrite }: KeyOptions): void {
  if (isElsewhere(event) || !canWrite) return;
  const pasted = readNodes(event.clipboardData?.getData('text/plain') ?? '');
  if (!pasted) return;
  event.preventDefault();
  dispatch({ kind: 'paste', ...pasted, offset: { x: 40, y: 60 } });
}

/** The nodes and edges of a text, which may also be a whole exported flow. Null for other texts. */
export function readNodes(text: string): Pick<EditorState['content'], 'nodes' | 'edges'> | null {
  try {
    const { nodes, edges = [] } = JSON.parse(text);
    const isNode = (one: { id?: unknown; type?: unknown }) =>
      typeof one?.id === 'string' && typeof one.type === 'string';
    if (!Array.isArray(nodes) || !nodes.every(isNode) || !Array.isArray(edges)) return null;
    const placed = nodes.map((node, index) => ({ position: { x: index * 260, y: 0 }, data: {}, ...node }));
    return { nodes: placed, edges };
  } catch {
    return null;
  }
}
