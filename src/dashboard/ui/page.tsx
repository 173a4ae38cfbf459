import { type ReactNode, useEffect } from 'react';
import styles from './page.module.css';

interface PageProps {
  title: string;
  description?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Fills the height of the window; its content scrolls by itself. */
  fill?: boolean;
  children: ReactNode;
}

/** A screen with its title, which is the title of the window, too. */
export function Page({ title, description, actions, fill = false, children }: PageProps) {
  useTitle(title);
  return (
    <div className={fill ? `${styles.page} ${styles.fill}` : styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{title}</h1>
          {description && <p>{description}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** Names the window. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Workspace Automation`;
  }, [title]);
}

/** A part of a page on a ground of its own. */
export function Card({ title, actions, children }: { title?: ReactNode; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.card}>
      {(title || actions) && (
        <header className={styles.cardHead}>
          {title && <h2>{title}</h2>}
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}

/** Grey lines where content will be. */
export function Skeleton({ lines = 5 }: { lines?: number }) {
  return (
    <div className={styles.skeleton} aria-busy="true">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same.
        <span key={index} />
      ))}
    </div>
  );
}

/** Filters and the like above a list. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className={styles.toolbar}>{children}</div>;
}
