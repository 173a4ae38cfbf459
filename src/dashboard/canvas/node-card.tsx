import { Handle, type NodeProps, Position } from '@xyflow/react';
import { memo } from 'react';
import { useTexts } from '../i18n/texts';
import { Icon, type IconName } from '../ui/icon';
import styles from './canvas.module.css';
import { categoryOf, iconOfNode } from './catalogue';
import { type NodeDecoration, type NodeState, useDecorations } from './decorations';
import type { CardData, CardNode } from './graph';
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
  const { nodes, selected: chosen } = useDecorations();
  return <Card id={id} data={data} selected={selected || chosen === id} decoration={nodes.get(id)} />;
}

interface CardProps {
  id: string;
  data: CardData;
  selected: boolean;
  decoration: NodeDecoration | undefined;
}

// A change of one node draws one card.
const Card = memo(function Card({ data, selected, decoration = {} }: CardProps) {
  const { nodeType, label, title, sources, targets } = data;
  const { state, stateLabel, note, badge, badgeTone = 'neutral', isFaded, isMarked } = decoration;
  const classes = [
    styles.card,
    state && styles[state],
    selected && styles.selected,
    isFaded && styles.faded,
    isMarked && styles.marked,
  ];
  return (
    <div className={classes.filter(Boolean).join(' ')} data-state={state}>
      {targets.map((handle, index) => (
        <Entry key={handle} handle={handle} index={index} />
      ))}
      <span className={`${styles.icon} ${styles[categoryOf(nodeType)] ?? ''}`}>
        <Icon name={iconOfNode(nodeType)} size={17} />
      </span>
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        <span className={styles.note}>{note ?? title}</span>
      </span>
      {badge !== undefined && <span className={`${styles.badge} ${styles[`${badgeTone}Badge`]}`}>{badge}</span>}
      {state && (
        <span className={styles.state}>
          <Icon name={stateIcons[state]} size={12} />
          <span className="visually-hidden">{stateLabel ?? state}</span>
        </span>
      )}
      <Exits sources={sources} />
    </div>
  );
});

/** The entries: at the left, and those that end an iteration of a loop at the bottom. */
function Entry({ handle, index }: { handle: string; index: number }) {
  const isLoops = handle === 'next' || handle === 'break';
  return (
    <Handle
      type="target"
      id={handle}
      position={isLoops ? Position.Bottom : Position.Left}
      style={isLoops ? { left: `${10 + index * 22}%` } : undefined}
      title={handle === 'in' ? undefined : handle}
    />
  );
}

/** The exits at the right: named unless there is only one. */
function Exits({ sources }: { sources: readonly string[] }) {
  const t = useTexts(canvasTexts);
  return sources.map((handle, index) => {
    const top = `${((index + 1) / (sources.length + 1)) * 100}%`;
    return (
      <Handle
        key={handle}
        type="source"
        id={handle}
        position={Position.Right}
        style={{ top }}
        className={handle === 'error' || handle === 'failed' ? styles.errorHandle : undefined}
      >
        {sources.length > 1 && <span className={styles.handleName}>{t.handle(handle)}</span>}
      </Handle>
    );
  });
}
