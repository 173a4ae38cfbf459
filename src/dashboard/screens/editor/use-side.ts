import { positive, text, useAddress } from '../../workspace/address';
import { type EditorState, openSide } from './editor-state';
import { useEditor, useEditorState } from './use-editor';

const names = {
  /** The execution whose data the expressions show. */
  execution: text,
  /** The version that is compared, and the one that it is compared with. */
  version: positive,
  against: positive,
};

/** Two versions that are compared; by default with the one before. */
export interface Compared {
  version: number;
  against: number;
}

/** Which panel is open. A comparison of versions stands in the address, and opens theirs. */
export function useSide() {
  const { change } = useEditor();
  const own = useEditorState(({ side }) => side);
  const [{ execution, version, against }, go] = useAddress(names);
  const compared: Compared | null = version === undefined ? null : { version, against: against ?? version - 1 };
  return {
    side: compared ? 'versions' : own,
    show: (next: EditorState['side']) => {
      change(openSide, next);
      if (compared) go({ version: undefined, against: undefined });
    },
    compared,
    compare: (next: Partial<Compared>) => {
      change(openSide, 'versions');
      go({ version: next.version, against: next.against });
    },
    execution,
  };
}
