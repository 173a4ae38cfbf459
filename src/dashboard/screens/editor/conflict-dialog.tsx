import { useMemo, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Time } from '../../ui/time';
import styles from './conflict.module.css';
import { type Conflict, decideLater, settleConflict } from './editor-state';
import { replaceContent } from './edits';
import { type FlowContent, type FlowNode, sameJson } from './flow-content';
import { compare, merge, type NodeConflict, type Side } from './merge';
import { texts } from './texts';
import { useEditor, useEditorState } from './use-editor';

/** Two people changed the flow. Nothing is saved until it is decided. */
export function ConflictDialog() {
  const conflict = useEditorState((state) => (state.isLater ? null : state.conflict));
  return conflict && <Decision conflict={conflict} />;
}

/** What only one changed is merged, the rest is decided node by node. */
function Decision({ conflict }: { conflict: Conflict }) {
  const t = useTexts(texts);
  const { change } = useEditor();
  const mine = useEditorState(({ content }) => content);
  const settle = (content: FlowContent) => {
    change(replaceContent, content);
    change(settleConflict);
  };
  const [chosen, setChosen] = useState<Record<string, Side>>({});
  const { base, theirs } = conflict;
  const { conflicts, theirs: others } = useMemo(() => compare(base, mine, theirs.content), [base, mine, theirs]);
  return (
    <Dialog
      open
      wide
      title={t.conflictTitle}
      description={
        <>
          {t.conflictText} <Time at={theirs.updatedAt} />
        </>
      }
      onClose={() => change(decideLater, true)}
      foot={
        <>
          <Button onClick={() => settle(theirs.content)}>{t.takeTheirs}</Button>
          <Button look="primary" icon="check" onClick={() => settle(merge(base, mine, theirs.content, chosen))}>
            {t.merge}
          </Button>
        </>
      }
    >
      {others.length > 0 && (
        <p className={styles.note}>
          {t.onlyTheirs} <strong>{others.join(', ')}</strong>
        </p>
      )}
      {conflicts.length === 0 && <p className={styles.note}>{t.noOverlap}</p>}
      {conflicts.map((one) => (
        <NodeChoice
          key={one.id}
          conflict={one}
          side={chosen[one.id] ?? 'mine'}
          onChoose={(side) => setChosen({ ...chosen, [one.id]: side })}
        />
      ))}
    </Dialog>
  );
}

interface NodeChoiceProps {
  conflict: NodeConflict;
  side: Side;
  onChoose: (side: Side) => void;
}

function NodeChoice({ conflict, side, onChoose }: NodeChoiceProps) {
  const t = useTexts(texts);
  const { id, base } = conflict;
  return (
    <fieldset className={styles.choice}>
      <legend>{id}</legend>
      {(['mine', 'theirs'] as const).map((one) => (
        <label key={one} className={side === one ? styles.chosen : styles.option}>
          <span className={styles.optionHead}>
            <input type="radio" name={`side-${id}`} checked={side === one} onChange={() => onChoose(one)} />
            {one === 'mine' ? t.mine : t.theirs}
          </span>
          <Changes base={base} node={conflict[one]} />
        </label>
      ))}
    </fieldset>
  );
}

/** The fields of a node that differ from where both began. */
function Changes({ base, node }: { base: FlowNode | undefined; node: FlowNode | undefined }) {
  const t = useTexts(texts);
  if (!node) return <p className={styles.gone}>{t.deletedNode}</p>;
  const names = [...new Set([...Object.keys(base?.data ?? {}), ...Object.keys(node.data)])];
  const changed = names.filter((name) => !sameJson(base?.data[name], node.data[name]));
  return (
    <dl className={styles.changes}>
      {changed.map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{textOf(node.data[name])}</dd>
        </div>
      ))}
      {changed.length === 0 && <dd>{t.sameFields}</dd>}
    </dl>
  );
}

const textOf = (value: unknown): string =>
  value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value, null, 1);
