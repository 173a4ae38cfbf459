import { useState } from 'react';
import { CopyButton } from './copy-button';
import { Icon } from './icon';
import styles from './page.module.css';

/** Items of one array or object that are shown before "more" is asked for. */
const atFirst = 100;

/** A JSON value as a tree that opens and closes. */
export function JsonView({ value, openTo = 2 }: { value: unknown; openTo?: number }) {
  return (
    <div className={`relative scroll round sunken ${styles.view}`}>
      <div className={styles.copy}>
        <CopyButton text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} />
      </div>
      <Value value={value} depth={0} openTo={openTo} />
    </div>
  );
}

interface ValueProps {
  name?: string;
  value: unknown;
  depth: number;
  openTo: number;
}

function Value({ name, value, depth, openTo }: ValueProps) {
  const [isOpen, setOpen] = useState(depth < openTo);
  const [shown, setShown] = useState(atFirst);
  const key = name !== undefined && <span className="plain">{name}: </span>;
  if (typeof value !== 'object' || value === null) {
    return (
      <div className={`break pre-wrap ${styles.line}`}>
        {key}
        <Leaf value={value} />
      </div>
    );
  }
  const isArray = Array.isArray(value);
  const entries = isArray ? value.map((item, index) => [String(index), item] as const) : Object.entries(value);
  const [start, end] = isArray ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) {
    return (
      <div className={`break pre-wrap ${styles.line}`}>
        {key}
        <span className="muted">
          {start}
          {end}
        </span>
      </div>
    );
  }
  return (
    <div>
      <button
        type="button"
        className={`row gap-4 bare pointer no-padding ${styles.toggle}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={13} />
        {key}
        <span className="muted">{isOpen ? start : `${start}${entries.length}${end}`}</span>
      </button>
      {isOpen && (
        <div className={styles.inside}>
          {entries.slice(0, shown).map(([inner, item]) => (
            <Value key={inner} name={inner} value={item} depth={depth + 1} openTo={openTo} />
          ))}
          {entries.length > shown && (
            <button
              type="button"
              className={`row gap-4 bare pointer no-padding ${styles.toggle}`}
              onClick={() => setShown(shown + 1_000)}
            >
              … {entries.length - shown}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function Leaf({ value }: { value: unknown }) {
  if (typeof value === 'string') return <span className="success">{JSON.stringify(value)}</span>;
  if (typeof value === 'number') return <span className="info">{String(value)}</span>;
  return <span className="waiting">{String(value)}</span>;
}
