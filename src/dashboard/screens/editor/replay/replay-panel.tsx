import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { Badge, type BadgeTone } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { ExecutionStatus } from '../../../ui/execution-status';
import { Select } from '../../../ui/field';
import { Icon } from '../../../ui/icon';
import { IconButton } from '../../../ui/icon-button';
import { ErrorNotice, Notice } from '../../../ui/notice';
import { Time } from '../../../ui/time';
import { texts } from '../texts';
import styles from './replay.module.css';
import { ReplayedSteps } from './replayed-steps';
import { replayTexts } from './texts';
import type { Replay, ReplayedExecution } from './use-replay';

const counts = ['5', '10', '25', '50'] as const;
const tones: Readonly<Record<string, BadgeTone>> = { same: 'success', different: 'warning', notReplayed: 'neutral' };

interface ReplayPanelProps {
  replay: Replay;
  onClose: () => void;
  onSelect: (nodeId: string) => void;
}

/** Compares the draft with what recent executions recorded. */
export function ReplayPanel({ replay, onClose, onSelect }: ReplayPanelProps) {
  const t = useTexts(replayTexts);
  const common = useTexts(texts);
  const { executions, total, busy, error, chosen } = replay;
  return (
    <section className={styles.panel} aria-label={t.title}>
      <div className={styles.left}>
        <Start replay={replay} />
        {replay.isOutdated && !busy && <Notice tone="info">{t.outdated}</Notice>}
        {error ? <ErrorNotice error={error} /> : null}
        {total === null && !busy && !error && <p className={styles.hint}>{t.hint}</p>}
        {total === 0 && !busy && (
          <p className={styles.hint}>
            <strong>{t.none}</strong> {t.noneHint}
          </p>
        )}
        {total !== null && total > 0 && <Summary replay={replay} />}
        <ul className={styles.executions} aria-label={t.executions}>
          {executions.map((one) => (
            <li key={one.executionId}>
              <Execution one={one} isChosen={one === chosen} onChoose={() => replay.choose(one.executionId)} />
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.right}>
        <IconButton icon="close" size="small" label={common.closePanel} onClick={onClose} className={styles.close} />
        {chosen ? (
          <ReplayedSteps key={chosen.executionId} execution={chosen} onSelect={onSelect} />
        ) : (
          executions.length > 0 && <p className={styles.hint}>{t.choose}</p>
        )}
      </div>
    </section>
  );
}

function Start({ replay: { busy, start } }: { replay: Replay }) {
  const t = useTexts(replayTexts);
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
      <Button look="primary" icon="diff" busy={busy} onClick={() => start(Number(count))}>
        {t.replay}
      </Button>
    </header>
  );
}

function Summary({ replay: { executions, total, busy } }: { replay: Replay }) {
  const t = useTexts(replayTexts);
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
    <button type="button" aria-pressed={isChosen} className={styles.execution} onClick={onChoose}>
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
