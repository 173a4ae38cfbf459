import { useCallback, useState } from 'react';
import { positive, text, useAddress } from '../../../workspace/address';

/** The panel beside the canvas. */
export type Side = 'settings' | 'versions' | null;

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
  const [side, setSide] = useState<Side>(null);
  const [{ execution, version, against }, go] = useAddress(names);
  const isComparing = version !== undefined;
  const show = useCallback(
    (next: Side) => {
      setSide(next);
      if (isComparing) go({ version: undefined, against: undefined });
    },
    [isComparing, go],
  );
  const compared: Compared | null = version === undefined ? null : { version, against: against ?? version - 1 };
  const compare = (next: Partial<Compared>) => {
    setSide('versions');
    go({ version: next.version, against: next.against });
  };
  return { side: isComparing ? 'versions' : side, show, compared, compare, execution };
}
