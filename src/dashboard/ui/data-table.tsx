import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Pages } from '../api/query';
import { useTexts } from '../i18n/texts';
import { Icon } from './icon';
import { ErrorNotice } from './notice';
import { Skeleton } from './page';
import styles from './tables.module.css';
import { common } from './texts';
import { phoneTable, useNarrow } from './use-narrow';

export interface Column<Row> {
  name: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** A CSS width, for example `120px`; the rest is shared. */
  width?: string;
  align?: 'end';
  /** The sort key of the API that this column stands for. */
  sortBy?: string;
}

export interface Sorting {
  sortBy: string;
  sortOrder: 'asc' | 'desc';
}

/** The chosen rows, by their IDs. */
export interface Selection {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
}

interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** The names of the columns that a phone has room for. */
  phone: readonly string[];
  pages: Pages<Row>;
  idOf: (row: Row) => string;
  /** Opens a row, by a click or Enter. */
  onOpen?: (row: Row) => void;
  selection?: Selection | undefined;
  sorting?: Sorting;
  onSort?: (sorting: Sorting) => void;
  /** What is shown when there are no rows. */
  empty: ReactNode;
  rowHeight?: number;
}

/**
 * A list of any length: only the rows on screen exist, and the next page is read before it is reached. Arrow keys move,
 * Enter opens, Space selects.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, pages, idOf, onOpen, selection, sorting, onSort, empty, rowHeight = 44 } = props;
  const columns = useShownColumns(props);
  const t = useTexts(common);
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const rows = pages.items ?? [];
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const { more } = pages;
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 20) more();
  }, [last, rows.length, more]);

  if (pages.query.error && !pages.items) {
    return <ErrorNotice error={pages.query.error} onRetry={() => void pages.query.refetch()} />;
  }
  if (!pages.items) return <Skeleton lines={8} />;
  if (rows.length === 0) return empty;

  const toggle = (id: string) => {
    if (!selection) return;
    const ids = new Set(selection.ids);
    if (!ids.delete(id)) ids.add(id);
    selection.onChange(ids);
  };
  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setActive(next);
    virtual.scrollToIndex(next);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus({ preventScroll: true }),
    );
  };
  const onKey = (event: KeyboardEvent, row: Row, index: number) => {
    if (event.target !== event.currentTarget) return;
    const moves: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 };
    const target = moves[event.key];
    if (target !== undefined) goTo(target);
    else if (event.key === 'Enter') onOpen?.(row);
    else if (event.key === ' ' && selection) toggle(idOf(row));
    else return;
    event.preventDefault();
  };
  const isAll = selection !== undefined && rows.every((row) => selection.ids.has(idOf(row)));
  const before = shown[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  const span = columns.length + (selection ? 1 : 0);
  return (
    <div className={`grow min-h-0 scroll box ${styles.scroller}`} ref={scroller}>
      <table
        className={styles.table}
        aria-label={label}
        aria-rowcount={pages.total ?? rows.length}
        style={{ minWidth: leastWidth(columns) }}
      >
        <thead>
          <tr>
            {selection && (
              <th className={styles.choose}>
                <input
                  type="checkbox"
                  aria-label={t.all}
                  checked={isAll}
                  onChange={() => selection.onChange(isAll ? new Set() : new Set(rows.map(idOf)))}
                />
              </th>
            )}
            {columns.map((column) => (
              <Header key={column.name} column={column} sorting={sorting} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && (
            <tr>
              <td colSpan={span} style={{ height: before, padding: 0, border: 0 }} aria-hidden="true" />
            </tr>
          )}
          {shown.map(({ index }) => {
            const row = rows[index] as Row;
            const id = idOf(row);
            const isChosen = selection?.ids.has(id) ?? false;
            return (
              <tr
                key={id}
                data-index={index}
                aria-rowindex={index + 2}
                aria-selected={selection ? isChosen : undefined}
                tabIndex={index === Math.min(active, rows.length - 1) ? 0 : -1}
                className={[onOpen && 'pointer', isChosen && styles.chosen].filter(Boolean).join(' ')}
                style={{ height: rowHeight }}
                onFocus={() => setActive(index)}
                onKeyDown={(event) => onKey(event, row, index)}
                onClick={(event) => {
                  const target = event.target as Element;
                  // Clicks in a menu or dialog of a cell are not clicks on the row.
                  if (!event.currentTarget.contains(target)) return;
                  if (!target.closest('a,button,input,label,select')) onOpen?.(row);
                }}
              >
                {selection && (
                  <td className={styles.choose}>
                    <input
                      type="checkbox"
                      tabIndex={-1}
                      aria-label={t.selected(1)}
                      checked={isChosen}
                      onChange={() => toggle(id)}
                    />
                  </td>
                )}
                {columns.map((column) => (
                  <td key={column.name} className={column.align === 'end' ? styles.end : undefined}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
          {after > 0 && (
            <tr>
              <td colSpan={span} style={{ height: after, padding: 0, border: 0 }} aria-hidden="true" />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

/** The columns that the window has room for. On a phone, widths are not shares of it. */
function useShownColumns<Row>({ columns, phone }: DataTableProps<Row>): readonly Column<Row>[] {
  const isPhone = useNarrow(phoneTable);
  if (!isPhone) return columns;
  const shown = columns.filter(({ name }) => phone.includes(name));
  return shown.map(({ width, ...column }) => (width?.endsWith('px') ? { ...column, width } : column));
}

/** Pixels of a column whose width is what the others leave. */
const leastOfColumn = 100;

/** Below this number of pixels a table is scrolled, so that no column becomes nothing. */
const leastWidth = (columns: readonly Column<never>[]): number =>
  columns.reduce((sum, { width }) => sum + (width?.endsWith('px') ? Number.parseInt(width, 10) : leastOfColumn), 0);

interface HeaderProps<Row> {
  column: Column<Row>;
  sorting: Sorting | undefined;
  onSort: ((sorting: Sorting) => void) | undefined;
}

function Header<Row>({ column, sorting, onSort }: HeaderProps<Row>) {
  const { sortBy, header, width, align } = column;
  const isSorted = sortBy !== undefined && sorting?.sortBy === sortBy;
  const classes = align === 'end' ? styles.end : undefined;
  if (!sortBy || !onSort) {
    return (
      <th scope="col" className={classes} style={{ width }}>
        {header}
      </th>
    );
  }
  const next = isSorted && sorting.sortOrder === 'asc' ? 'desc' : 'asc';
  return (
    <th
      scope="col"
      className={classes}
      style={{ width }}
      aria-sort={isSorted ? (sorting.sortOrder === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button
        type="button"
        className={`inline gap-3 bare pointer no-padding ${styles.sort}`}
        onClick={() => onSort({ sortBy, sortOrder: next })}
      >
        {header}
        {isSorted && (
          <Icon name="chevronDown" size={13} className={sorting.sortOrder === 'asc' ? styles.up : undefined} />
        )}
      </button>
    </th>
  );
}
