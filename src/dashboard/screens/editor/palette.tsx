import { Autocomplete } from '@base-ui/react/autocomplete';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { CategoryIcon } from '../../canvas/category-icon';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { common } from '../../ui/texts';
import editor from './editor.module.css';
import { draggedType } from './editor-canvas';
import { leaveEndOpen, type OpenEnd } from './editor-state';
import styles from './palette.module.css';
import { entriesOf, groupsOf, type PaletteEntry } from './palette-entries';
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
function Palette({ onPick, withoutTriggers = false, autoFocus = false }: PaletteProps) {
  const t = useTexts(texts);
  const { types } = useEditor();
  const [search, setSearch] = useState('');
  const groups = useMemo(
    () => groupsOf(entriesOf(types), search, withoutTriggers, t.category),
    [types, search, withoutTriggers, t],
  );
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      items={groups}
      autoHighlight="always"
      highlightItemOnHover={false}
      loopFocus={false}
      value={search}
      // What was picked is no search.
      onValueChange={(next, { reason }) => reason === 'input-change' && setSearch(next)}
      itemToStringValue={({ title }) => title}
    >
      <div className={styles.palette}>
        <Autocomplete.InputGroup className={styles.search}>
          <Icon name="search" size={15} />
          <Autocomplete.Input
            type="search"
            aria-label={t.searchNodes}
            placeholder={t.searchNodes}
            autoFocus={autoFocus}
          />
        </Autocomplete.InputGroup>
        <div className={styles.list}>
          <Autocomplete.List aria-label={t.nodeTypes}>
            {({ name, items }: Group) => (
              <Autocomplete.Group key={name} items={items}>
                <Autocomplete.GroupLabel className={styles.category}>{name}</Autocomplete.GroupLabel>
                <Autocomplete.Collection>
                  {(item: PaletteEntry) => <Item key={item.key} item={item} onPick={onPick} />}
                </Autocomplete.Collection>
              </Autocomplete.Group>
            )}
          </Autocomplete.List>
          {groups.length === 0 && <p className={styles.nothing}>{t.noNodeTypes}</p>}
        </div>
      </div>
    </Autocomplete.Root>
  );
}

function Item({ item, onPick }: { item: PaletteEntry; onPick: (type: string) => void }) {
  return (
    <Autocomplete.Item
      value={item}
      draggable
      title={item.description}
      className={styles.item}
      onClick={() => onPick(item.key)}
      // It would keep the focus in the field, and the item from being dragged.
      onPointerDownCapture={(event) => event.preventBaseUIHandler()}
      onMouseDown={(event) => event.preventBaseUIHandler()}
      onDragStart={(event) => {
        event.dataTransfer.setData(draggedType, item.key);
        event.dataTransfer.effectAllowed = 'copy';
      }}
    >
      <CategoryIcon nodeType={item.type} size="small" />
      <span>{item.title}</span>
    </Autocomplete.Item>
  );
}

type Group = ReturnType<typeof groupsOf>[number];
