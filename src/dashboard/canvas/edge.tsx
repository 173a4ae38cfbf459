import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getBezierPath, getSmoothStepPath } from '@xyflow/react';
import styles from './canvas.module.css';
import { type EdgeDecoration, useDecorations } from './decorations';
import type { CanvasEdge } from './graph';

/** An edge on the canvas. One that goes back, as in loops, runs around the cards. */
export function FlowEdge(props: EdgeProps<CanvasEdge>) {
  const { id, selected, markerEnd, interactionWidth } = props;
  const { isTaken, isActive, isFaded, tone, label }: EdgeDecoration = useDecorations().edges.get(id) ?? {};
  const isBack = props.targetX < props.sourceX;
  const [path, labelX, labelY] = isBack
    ? getSmoothStepPath({ ...props, borderRadius: 14, offset: 24 })
    : getBezierPath(props);
  const classes = [
    styles.edge,
    isTaken && styles.taken,
    isActive && styles.active,
    isFaded && styles.fadedEdge,
    selected && styles.selectedEdge,
    tone && styles[`${tone}Edge`],
  ];
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        className={classes.filter(Boolean).join(' ')}
        {...(markerEnd !== undefined && { markerEnd })}
        {...(interactionWidth !== undefined && { interactionWidth })}
      />
      {label !== undefined && (
        <EdgeLabelRenderer>
          <span
            className={`muted digits border surface ${styles.edgeLabel}`}
            style={{ transform: `translate(-50%, -50%) translate(${labelX}px, ${labelY}px)` }}
          >
            {label}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  );
}
