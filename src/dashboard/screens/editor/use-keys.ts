import { useEffect, useRef } from 'react';
import { deleteChosen, paste, redo, select, selectAll, undo } from './edits';
import type { FlowContent } from './flow-content';
import { type Editor, useEditor } from './use-editor';
import { useNodes } from './use-nodes';

/** The mark of nodes on the clipboard. */
const format = 'workspace-automation/nodes';

interface Keys extends Editor {
  onOpenForm: () => void;
  onSearch: () => void;
}

/** The keys of the editor, outside of fields, and its clipboard. @param onSearch opens the search for nodes */
export function useKeys(onSearch: () => void): void {
  const editor = useEditor();
  const { openForm } = useNodes();
  const latest: Keys = { ...editor, onOpenForm: () => openForm(), onSearch };
  const keys = useRef(latest);
  keys.current = latest;
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    addEventListener('keydown', (event) => onKey(event, keys.current), { signal });
    document.addEventListener('copy', (event) => copy(event, keys.current), { signal });
    document.addEventListener(
      'cut',
      (event) => {
        if (keys.current.canWrite && copy(event, keys.current)) keys.current.change(deleteChosen);
      },
      { signal },
    );
    document.addEventListener('paste', (event) => pasteNodes(event, keys.current), { signal });
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

function onKey(event: KeyboardEvent, { now, change, canWrite, flush, onOpenForm, onSearch }: Keys): void {
  const isCommand = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (isCommand && key === 's') {
    event.preventDefault();
    // What prevents it stands in the header.
    void flush().catch(() => null);
    return;
  }
  if (isElsewhere(event)) return;
  const isOnButton = event.target instanceof Element && event.target.closest('button, a, summary') !== null;
  if (isCommand && canWrite && key === 'z') change(event.shiftKey ? redo : undo);
  else if (isCommand && canWrite && key === 'y') change(redo);
  else if (isCommand && key === 'a') change(selectAll);
  else if (isCommand || event.altKey) return;
  else if ((key === 'delete' || key === 'backspace') && canWrite) change(deleteChosen);
  else if (key === 'escape') change(select, []);
  else if (key === 'enter' && now().nodes.size === 1 && !isOnButton) onOpenForm();
  else if (key === '/' && canWrite) onSearch();
  else return;
  event.preventDefault();
}

function copy(event: ClipboardEvent, { now }: Keys): boolean {
  const { content, nodes: chosen } = now();
  if (isElsewhere(event) || chosen.size === 0 || !event.clipboardData) return false;
  if (getSelection()?.toString()) return false;
  const nodes = content.nodes.filter(({ id }) => chosen.has(id));
  const edges = content.edges.filter(({ source, target }) => chosen.has(source) && chosen.has(target));
  event.clipboardData.setData('text/plain', JSON.stringify({ format, nodes, edges }, null, 2));
  event.preventDefault();
  return true;
}

function pasteNodes(event: ClipboardEvent, { change, canWrite }: Keys): void {
  if (isElsewhere(event) || !canWrite) return;
  const pasted = readNodes(event.clipboardData?.getData('text/plain') ?? '');
  if (!pasted) return;
  event.preventDefault();
  change(paste, pasted.nodes, pasted.edges, { x: 40, y: 60 });
}

/** The nodes and edges of a text, which may also be a whole exported flow. Null for other texts. */
export function readNodes(text: string): Pick<FlowContent, 'nodes' | 'edges'> | null {
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
