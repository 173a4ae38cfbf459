import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from './icon';
import styles from './page.module.css';

/** The way from a record to the list that it is in. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={`inline gap-2 muted ${styles.back}`}>
      <Icon name="chevronLeft" size={15} />
      {children}
    </Link>
  );
}
