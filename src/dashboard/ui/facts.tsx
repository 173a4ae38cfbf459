import type { CSSProperties, ReactNode } from 'react';
import styles from './page.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
  /** What qualifies the value, in small. */
  note?: ReactNode;
}

/** Numbers beside each other, each with its name. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  // Lines of the same length.
  const columns = Math.ceil(facts.length / Math.ceil(facts.length / 6));
  return (
    <dl className={`grid gap-12 mb-16 ${styles.facts}`} style={{ '--columns': columns } as CSSProperties}>
      {facts.map(({ label, value, note }) => (
        <div key={label} className="box py-14 px-16">
          <dt className="muted small">{label}</dt>
          <dd className="flex wrap baseline gap-y-4 gap-x-8">
            <span className={`bolder digits ${styles.value}`}>{value}</span>
            {note && <span className="muted small">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** How much of a limit is used. */
export function Meter({ label, used, limit, note }: { label: string; used: number; limit: number; note: ReactNode }) {
  const share = limit > 0 ? Math.min(1, used / limit) : 0;
  return (
    <div className="mb-14">
      <div className="flex between gap-12 mb-4">
        <span>{label}</span>
        <span className="muted small">{note}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers give <meter> colours of their own. */}
      <div
        className={styles.track}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
      >
        <span
          className={share >= 0.9 ? styles.full : share >= 0.7 ? styles.high : styles.factsFill}
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </div>
  );
}
