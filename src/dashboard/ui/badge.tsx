import type { ReactNode } from 'react';
import styles from './controls.module.css';

export type BadgeTone = 'neutral' | 'success' | 'danger' | 'warning' | 'info' | 'waiting';

/** A word on a coloured ground. `live` adds a dot that pulses. */
export function Badge({
  tone = 'neutral',
  live = false,
  children,
}: {
  tone?: BadgeTone;
  live?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={`inline small bold nowrap ${styles.badge} tone-${tone}`}>
      {live && <span className={styles.dot} />}
      {children}
    </span>
  );
}
