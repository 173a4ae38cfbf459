import { Dialog } from '@base-ui/react/dialog';
import { lazy, Suspense, useEffect } from 'react';
import popup from '../ui/popup.module.css';
import styles from './search-dialog.module.css';

const load = () => import('./search');
const Search = lazy(load);

/** Finds pages and records by name, from everywhere by Ctrl K. */
export function SearchDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  // Behind what the first page needs, and before it is asked for.
  useEffect(() => void load().catch(() => undefined), []);
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={popup.backdrop} />
        <Dialog.Popup className={styles.dialog}>
          <Suspense fallback={null}>{open && <Search onClose={onClose} />}</Suspense>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
