import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import styles from './popup.module.css';

/** Shows a short text beside what it wraps, on hover and on focus. */
export function Tip({ text, children }: { text: string; children: ReactElement<Record<string, unknown>> }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className={styles.positioner}>
          {/* Only seen: what is read is the name of the element, and this stands outside of all landmarks. */}
          <Tooltip.Popup className={`small round-small ${styles.tip}`} aria-hidden>
            {text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
