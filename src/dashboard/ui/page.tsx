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
      <header className={`flex wrap start rigid gap-12 mb-16 ${styles.head}`}>
        <div>
          <h1 className="break">{title}</h1>
          {description && <p className="muted">{description}</p>}
        </div>
        {actions && <div className="row wrap gap-8">{actions}</div>}
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
    <section className={`box mb-16 ${styles.card}`}>
      {(title || actions) && (
        <header className="row wrap between gap-12 mb-12">
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
    <div className={`stack gap-12 py-14 px-0 ${styles.skeleton}`} aria-busy="true">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same.
        <span key={index} />
      ))}
    </div>
  );
}

/** Filters and the like above a list. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className={`row wrap rigid gap-8 mb-12 ${styles.toolbar}`}>{children}</div>;
}
