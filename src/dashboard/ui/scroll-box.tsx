import type { ReactNode, UIEventHandler } from 'react';

interface ScrollBoxProps {
  /** What it shows, for screen readers. */
  label: string;
  role?: 'region' | 'log';
  className: string;
  onScroll?: UIEventHandler;
  children: ReactNode;
}

/** A part that scrolls by itself. It takes the focus, so that keys scroll it, too. */
export function ScrollBox({ label, role = 'region', className, onScroll, children }: ScrollBoxProps) {
  return (
    <section role={role} aria-label={label} className={`scroll ${className}`} tabIndex={0} onScroll={onScroll}>
      {children}
    </section>
  );
}
