import { Handle, type NodeProps, Position } from '@xyflow/react';
import { memo } from 'react';
import { useTexts } from '../i18n/texts';
import { Icon, type IconName } from '../ui/icon';
import { entryPlace, exitPlace } from './card-size';
import { CategoryIcon } from './category-icon';
import { type NodeDecoration, type NodeState, useDecorations } from './decorations';
import type { CardData, CardNode } from './graph';
import styles from './node-card.module.css';
import { canvasTexts } from './texts';

const stateIcons: Readonly<Record<NodeState, IconName>> = {
  cancelled: 'stop',
  completed: 'check',
  failed: 'close',
  running: 'play',
  skipped: 'minus',
  waiting: 'wait',
};

/** A node on the canvas: its type, label and handles, and what the decorations say of it. */
export function NodeCard({ id, data, selected }: NodeProps<CardNode>) {
  const { nodes, selected: chosen, isFar } = useDecorations();
  const shown = { data, selected: selected || chosen === id, decoration: nodes.get(id) };
  return isFar ? <Box {...shown} /> : <Card {...shown} />;
}

interface CardProps {
  data: CardData;
  selected: boolean;
  decoration: NodeDecoration | undefined;
}

// A change of one node draws one card.
const Card = memo(function Card({ data, selected, decoration = {} }: CardProps) {
  const { nodeType, label, title, sources, targets } = data;
  const { state, stateLabel, note, badge, badgeTone = 'neutral' } = decoration;
  return (
    <div
      className={classesOf(
        `row w-full h-full relative gap-10 text-left border raised shadow ${styles.card}`,
        selected,
        decoration,
      )}
      data-state={state}
    >
      {targets.map((handle, index) => (
        <Entry key={handle} handle={handle} index={index} />
      ))}
      <CategoryIcon nodeType={nodeType} />
      <span className="stack grow min-w-0">
        <span className={styles.label}>{label}</span>
        <span className={styles.note}>{note ?? title}</span>
      </span>
      {badge !== undefined && (
        <span className={`muted border surface absolute tiny strong ${styles.badge} ${styles[`${badgeTone}Badge`]}`}>
          {badge}
        </span>
      )}
      {state && (
        <span className={`centred circle ${styles.state}`}>
          <Icon name={stateIcons[state]} size={12} />
          <span className="visually-hidden">{stateLabel ?? state}</span>
        </span>
      )}
      <Exits sources={sources} />
    </div>
  );
});

/** A card from afar: its kind and its state, without what cannot be read. Hundreds are drawn at once. */
const Box = memo(function Box({ data, selected, decoration = {} }: CardProps) {
  const mark = decoration.badgeTone === 'danger' ? `${styles.box} ${styles.problem}` : styles.box;
  return (
    <div
      className={`${classesOf(`row w-full h-full relative gap-10 text-left border raised shadow ${styles.card}`, selected, decoration)} ${mark}`}
      data-state={decoration.state}
    >
      <CategoryIcon nodeType={data.nodeType} size="side" />
    </div>
  );
});

function classesOf(card: string | undefined, selected: boolean, { state, isFaded, isMarked }: NodeDecoration): string {
  const classes = [
    card,
    state && styles[state],
    selected && styles.selected,
    isFaded && styles.faded,
    isMarked && styles.marked,
  ];
  return classes.filter(Boolean).join(' ');
}

const positions = { left: Position.Left, bottom: Position.Bottom, right: Position.Right };
const percent = (share: number): string => `${share * 100}%`;

function Entry({ handle, index }: { handle: string; index: number }) {
  const { side, x } = entryPlace(handle, index);
  return (
    <Handle
      type="target"
      id={handle}
      position={positions[side]}
      style={side === 'bottom' ? { left: percent(x) } : undefined}
      title={handle === 'in' ? undefined : handle}
    />
  );
}

/** The exits, named unless there is only one. */
function Exits({ sources }: { sources: readonly string[] }) {
  const t = useTexts(canvasTexts);
  return sources.map((handle, index) => (
    <Handle
      key={handle}
      type="source"
      id={handle}
      position={Position.Right}
      style={{ top: percent(exitPlace(index, sources.length).y) }}
      className={handle === 'error' || handle === 'failed' ? styles.errorHandle : undefined}
    >
      {sources.length > 1 && <span className={`muted nowrap absolute ${styles.handleName}`}>{t.handle(handle)}</span>}
    </Handle>
  ));
}
