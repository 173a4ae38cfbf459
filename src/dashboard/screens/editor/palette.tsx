import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { CategoryIcon } from '../../canvas/category-icon';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { common } from '../../ui/texts';
import editor from './editor.module.css';
import { draggedType } from './editor-canvas';
import { leaveEndOpen, type OpenEnd } from './editor-state';
import { categories, type NodeTypeInfo } from './flow-operations';
import styles from './palette.module.css';
import { texts } from './texts';
import { useEditor, useEditorState } from './use-editor';
import { useNodes } from './use-nodes';

/** The palette beside the canvas. On a phone it is above the canvas, and open only while a node is chosen. */
export function PaletteSheet() {
  const t = useTexts(texts);
  const words = useTexts(common);
  const { add } = useNodes();
  const [isOpen, setOpen] = useState(false);
  const pick = (type: string) => {
    setOpen(false);
    add(type);
  };
  return (
    <>
      <div className={editor.palette} data-open={isOpen}>
        <Palette onPick={pick} />
      </div>
      <Button
        className={editor.add}
        look={isOpen ? 'plain' : 'primary'}
        icon={isOpen ? 'close' : 'plus'}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? words.close : t.addNode}
      </Button>
    </>
  );
}

/** The palette where a connection was dropped. */
export function QuickAdd() {
  const end = useEditorState(({ openEnd }) => openEnd);
  return end && <QuickPalette end={end} />;
}

function QuickPalette({ end }: { end: OpenEnd }) {
  const { change } = useEditor();
  const { add } = useNodes();
  const root = useRef<HTMLDivElement>(null);
  // Within the canvas around it, which is known when it is drawn.
  const [place, setPlace] = useState({ left: 8, top: 8 });
  useLayoutEffect(() => {
    const { left, top, width, height } = root.current?.parentElement?.getBoundingClientRect() ?? new DOMRect();
    const { x, y } = end.client;
    setPlace({ left: Math.max(8, Math.min(x - left, width - 250)), top: Math.max(8, Math.min(y - top, height - 330)) });
  }, [end]);
  useEffect(() => {
    const ended = new AbortController();
    const close = () => change(leaveEndOpen, null);
    const onDown = ({ target }: Event) => !root.current?.contains(target as Node) && close();
    addEventListener('pointerdown', onDown, { signal: ended.signal });
    addEventListener('keydown', ({ key }) => key === 'Escape' && close(), { signal: ended.signal });
    return () => ended.abort();
  }, [change]);
  return (
    <div ref={root} className={editor.quick} style={place}>
      <Palette onPick={(type) => add(type, end.position, end)} withoutTriggers autoFocus />
    </div>
  );
}

interface PaletteProps {
  /** A type was chosen by a click or Enter. */
  onPick: (type: string) => void;
  /** Only types that can follow: no triggers. */
  withoutTriggers?: boolean;
  autoFocus?: boolean;
}

/** The types of nodes by category, with search. Arrow keys choose and Enter adds; the mouse can also drag them. */
export function Palette({ onPick, withoutTriggers = false, autoFocus = false }: PaletteProps) {
  const t = useTexts(texts);
  const { types } = useEditor();
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const groups = useMemo(
    () => groupsOf([...types.values()], search, withoutTriggers),
    [types, search, withoutTriggers],
  );
  const flat = groups.flatMap(({ items }) => items);
  const onKey = (event: KeyboardEvent) => {
    const last = Math.max(0, flat.length - 1);
    if (event.key === 'ArrowDown') setActive(Math.min(last, active + 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(0, active - 1));
    else if (event.key === 'Enter' && flat[active]) onPick(flat[active].type);
    else return;
    event.preventDefault();
    requestAnimationFrame(() =>
      list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }),
    );
  };
  return (
    <div className={styles.palette}>
      <label className={styles.search}>
        <Icon name="search" size={15} />
        <input
          type="search"
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={flat[active] ? `palette-${flat[active].type}` : undefined}
          aria-label={t.searchNodes}
          placeholder={t.searchNodes}
          // biome-ignore lint/a11y/noAutofocus: it is opened to search.
          autoFocus={autoFocus}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKey}
        />
      </label>
      <div ref={list} id="palette-list" role="listbox" aria-label={t.nodeTypes} className={styles.list} tabIndex={-1}>
        {groups.map(({ category, items }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options.
          <div key={category} role="group" aria-label={t.category(category)}>
            <div aria-hidden="true" className={styles.category}>
              {t.category(category)}
            </div>
            {items.map((item) => (
              <Item key={item.type} item={item} isActive={flat[active] === item && search !== ''} onPick={onPick} />
            ))}
          </div>
        ))}
        {flat.length === 0 && <p className={styles.nothing}>{t.noNodeTypes}</p>}
      </div>
    </div>
  );
}

function Item({ item, isActive, onPick }: { item: NodeTypeInfo; isActive: boolean; onPick: (type: string) => void }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field, which keeps the focus.
    <div
      id={`palette-${item.type}`}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      draggable
      title={item.description}
      className={styles.item}
      onClick={() => onPick(item.type)}
      onDragStart={(event) => {
        event.dataTransfer.setData(draggedType, item.type);
        event.dataTransfer.effectAllowed = 'copy';
      }}
    >
      <CategoryIcon nodeType={item.type} size="small" />
      <span>{item.title}</span>
    </div>
  );
}

function groupsOf(types: readonly NodeTypeInfo[], search: string, withoutTriggers: boolean) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ title, type, category, description }: NodeTypeInfo) => {
    const text = `${title} ${type} ${category} ${words.length > 0 ? description : ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return categories
    .map((category) => ({
      category,
      items: types
        .filter((one) => one.category === category && !(withoutTriggers && category === 'trigger') && matches(one))
        .sort((a, b) => Number(titled(b, words)) - Number(titled(a, words))),
    }))
    .filter(({ items }) => items.length > 0)
    .sort((a, b) => Number(titled(b.items[0], words)) - Number(titled(a.items[0], words)));
}

const titled = (item: NodeTypeInfo | undefined, words: readonly string[]): boolean =>
  words.length > 0 && item !== undefined && words.every((word) => item.title.toLowerCase().includes(word));
