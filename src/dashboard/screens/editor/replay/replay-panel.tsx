import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { Badge, type BadgeTone } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { ExecutionStatus } from '../../../ui/execution-status';
import { Select } from '../../../ui/field';
import { Icon } from '../../../ui/icon';
import { ErrorNotice, Notice } from '../../../ui/notice';
import { Time } from '../../../ui/time';
import styles from '../bottom.module.css';
import { goOnReplaying, startReplay } from '../editor-state';
import { CloseBottom } from '../panel';
import { useEditor, useEditorState } from '../use-editor';
import { ReplayedSteps } from './replayed-steps';
import { replayTexts } from './texts';
import { type ReplayedExecution, useReplay } from './use-replay';

const counts = ['5', '10', '25', '50'] as const;
const tones: Readonly<Record<string, BadgeTone>> = { same: 'success', different: 'warning', notReplayed: 'neutral' };

/** Compares the draft with what recent executions recorded. */
export function ReplayPanel() {
  const t = useTexts(replayTexts);
  const { change } = useEditor();
  const { executions, total, busy, error, chosen, asked } = useReplay();
  const isOutdated = useEditorState(({ content }) => asked !== null && asked.content !== content);
  return (
    <section className={`${styles.panel} ${styles.replay}`} aria-label={t.title}>
      <div className={styles.left}>
        <Start busy={busy} />
        {isOutdated && !busy && <Notice tone="info">{t.outdated}</Notice>}
        {error ? <ErrorNotice error={error} /> : null}
        {total === null && !busy && !error && <p className={styles.hint}>{t.hint}</p>}
        {total === 0 && !busy && (
          <p className={styles.hint}>
            <strong>{t.none}</strong> {t.noneHint}
          </p>
        )}
        {total ? <Summary /> : null}
        <ul className={styles.executions} aria-label={t.executions}>
          {executions.map((one) => (
            <li key={one.executionId}>
              <Execution
                one={one}
                isChosen={one === chosen}
                onChoose={() => change(goOnReplaying, { chosenId: one.executionId })}
              />
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.right}>
        <CloseBottom className={styles.close} />
        {chosen ? (
          <ReplayedSteps key={chosen.executionId} execution={chosen} />
        ) : (
          executions.length > 0 && <p className={styles.hint}>{t.choose}</p>
        )}
      </div>
    </section>
  );
}

function Start({ busy }: { busy: boolean }) {
  const t = useTexts(replayTexts);
  const { change } = useEditor();
  const [count, setCount] = useState<(typeof counts)[number]>('10');
  return (
    <header className={styles.start}>
      <h2>{t.title}</h2>
      <Select
        aria-label={t.count}
        value={count}
        options={counts.map((value) => ({ value, label: t.last(Number(value)) }))}
        onChange={setCount}
      />
      <Button look="primary" icon="diff" busy={busy} onClick={() => change(startReplay, Number(count))}>
        {t.replay}
      </Button>
    </header>
  );
}

function Summary() {
  const t = useTexts(replayTexts);
  const { executions, total, busy } = useReplay();
  const count = (result: string) => executions.filter((one) => one.result === result).length;
  const most = total ?? 0;
  return (
    <div className={styles.summary} role="status">
      {busy && (
        <>
          <progress max={most} value={executions.length} aria-label={t.title} />
          <span>{t.progress(executions.length, most)}</span>
        </>
      )}
      {executions.length > 0 && <Badge tone={tones.same}>{t.same(count('same'))}</Badge>}
      {count('different') > 0 && <Badge tone={tones.different}>{t.different(count('different'))}</Badge>}
      {count('notReplayed') > 0 && <Badge tone={tones.notReplayed}>{t.notReplayed(count('notReplayed'))}</Badge>}
    </div>
  );
}

interface ExecutionProps {
  one: ReplayedExecution;
  isChosen: boolean;
  onChoose: () => void;
}

function Execution({ one, isChosen, onChoose }: ExecutionProps) {
  const t = useTexts(replayTexts);
  const { result, reason, statusBefore, statusAfter, firstDivergence } = one;
  return (
    <button type="button" aria-pressed={isChosen} onClick={onChoose}>
      <Badge tone={tones[result] ?? 'neutral'}>{t.result(result)}</Badge>
      <Time at={one.createdAt} />
      <span className={styles.ends}>
        <ExecutionStatus status={statusBefore} />
        {statusAfter && statusAfter !== statusBefore && (
          <>
            <Icon name="arrowRight" size={13} />
            <ExecutionStatus status={statusAfter} />
          </>
        )}
      </span>
      <small>{reason ? t.reason(reason) : firstDivergence && t.firstAt(firstDivergence.name)}</small>
    </button>
  );
}
