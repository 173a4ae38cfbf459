import { createContext, type Dispatch, use } from 'react';
import type { EditorAction, EditorState } from './editor-reducer';
import type { EditedFlow, Issue } from './flow-operations';
import type { NodeTypes } from './node-types';
import type { Recorded } from './use-recorded';

/** What the parts of the editor share. */
export interface Editor {
  state: EditorState;
  dispatch: Dispatch<EditorAction>;
  flow: EditedFlow;
  workspaceId: string;
  types: NodeTypes;
  issues: readonly Issue[];
  recorded: Recorded;
  /** False for those who may only look. */
  canWrite: boolean;
}

export const EditorContext = createContext<Editor | null>(null);

/** The editor around a part of it. */
export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (!editor) throw new Error('There is no editor outside its screen.');
  return editor;
}
