import { duration, exactTime, number } from '../../i18n/format';
import { useLanguage } from '../../i18n/language';
import { useTexts } from '../../i18n/texts';
import { ExecutionStatus } from '../../ui/execution-status';
import { JsonView } from '../../ui/json-view';
import { Notice } from '../../ui/notice';
import { Time } from '../../ui/time';
import styles from './execution.module.css';
import type { StepView } from './execution-reducer';
import { RunLink } from './header';
import type { StepDetail } from './operations';
import { openToOf, Section } from './run-data';
import { texts } from './texts';

interface StepDataProps {
  step: StepDetail;
  /** The step at the moment that is shown; undefined before it began. */
  then: StepView | undefined;
  moment: number | null;
}

/** All there is to know of one step. At a former moment, what it had by then. */
export function StepData({ step, then, moment }: StepDataProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const isPast = moment !== null;
  const shown = isPast ? then : step;
  if (!shown) return <Notice>{t.notBegun(step.name)}</Notice>;
  const hasEnded = shown.status !== 'running' && shown.status !== 'waiting';
  return (
    <>
      <div className="row between gap-10">
        <h2>{step.name}</h2>
        <ExecutionStatus status={shown.status} />
      </div>
      <p className={`muted ${styles.muted}`}>
        <code>{step.nodeType}</code> · {exactTime(step.startedAt, language)}
        {hasEnded && step.durationMs !== null && step.durationMs !== undefined && (
          <> · {duration(step.durationMs, language)}</>
        )}
        {shown.handle && (
          <>
            {' · '}
            {t.leftBy} <code>{shown.handle}</code>
          </>
        )}
      </p>
      {step.interruptions > 0 && <Notice tone="warning">{t.interruptions(step.interruptions)}</Notice>}
      {shown.status === 'waiting' && step.resumeAt && !isPast && (
        <Notice>
          {t.continuesAt} <Time at={step.resumeAt} /> ({exactTime(step.resumeAt, language)})
        </Notice>
      )}
      {shown.error && (
        <Notice tone="danger" title={shown.error.message}>
          <code>{shown.error.code}</code>
        </Notice>
      )}
      {step.childExecution && (
        <Section title={t.called}>
          <div className={styles.runs}>
            <RunLink id={step.childExecution.id}>{step.childExecution.flowName}</RunLink>{' '}
            <ExecutionStatus status={step.childExecution.status} phase={step.childExecution.phase} />
          </div>
        </Section>
      )}
      <Section title={t.input}>
        <JsonView value={step.input ?? null} openTo={openToOf(step.input)} />
      </Section>
      <Section title={t.output}>
        {hasEnded ? (
          <>
            {step.truncated && <Notice tone="warning">{t.truncated}</Notice>}
            <JsonView value={step.output ?? null} openTo={openToOf(step.output)} />
          </>
        ) : (
          <p className={`muted ${styles.muted}`}>{t.noOutputYet}</p>
        )}
      </Section>
      {step.itemErrors && hasEnded && <ItemErrors errors={step.itemErrors} />}
      {step.attempts.length > 1 && <Attempts step={step} />}
      {step.logs.length > 0 && <Logs step={step} />}
      {Number(step.creditsUsed) > 0 && (
        <p className={`muted ${styles.muted}`}>{t.creditsUsed(number(Number(step.creditsUsed), language))}</p>
      )}
    </>
  );
}

/** Of more, only the first are listed. */
const errorsAtMost = 100;

function ItemErrors({ errors }: { errors: NonNullable<StepDetail['itemErrors']> }) {
  const t = useTexts(texts);
  return (
    <Section title={t.failedItems(errors.length)}>
      <ol className={styles.attempts}>
        {errors.slice(0, errorsAtMost).map(({ index, code, message }) => (
          <li className="line-below py-6 px-0 break" key={index}>
            {t.item(String(index))}: <code>{code}</code> {message}
          </li>
        ))}
      </ol>
      {errors.length > errorsAtMost && <p className={`muted ${styles.muted}`}>{t.firstItems(errorsAtMost)}</p>}
    </Section>
  );
}

function Attempts({ step }: { step: StepDetail }) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <Section title={t.attemptsTitle}>
      <ol className={styles.attempts}>
        {step.attempts.map(({ attempt, status, startedAt, finishedAt, error }) => (
          <li className="line-below py-6 px-0" key={attempt}>
            <span className={styles.attempt}>{attempt}</span>
            <ExecutionStatus status={status} />
            <span className={`muted ${styles.muted}`}>
              {exactTime(startedAt, language)}
              {finishedAt && <> · {duration(Date.parse(finishedAt) - Date.parse(startedAt), language)}</>}
            </span>
            {error && (
              <p className="danger break mt-2">
                <code>{error.code}</code> {error.message}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Logs({ step }: { step: StepDetail }) {
  const t = useTexts(texts);
  return (
    <Section title={t.log}>
      <ol className={`break round sunken ${styles.log}`}>
        {step.logs.map(({ at, level, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the log only grows at its end.
          <li key={index}>
            <time className="muted" dateTime={at}>
              {at.slice(11, 23)}
            </time>{' '}
            <b>{level}</b> {message}
          </li>
        ))}
      </ol>
    </Section>
  );
}
