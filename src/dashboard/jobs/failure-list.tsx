import { Link } from '@tanstack/react-router';
import { ServerError } from '../api/errors';
import { useTexts } from '../i18n/texts';
import { ErrorNotice } from '../ui/notice';
import type { Failure } from './job';
import styles from './jobs.module.css';
import { jobTexts } from './texts';

/** Failures that are listed. */
const listed = 100;

/** The records that were left as they were, each with the reason. */
export function FailureList({
  failures,
  linkOf,
}: {
  failures: readonly Failure[];
  /** The page of a record. */
  linkOf?: (failure: Failure) => string;
}) {
  const t = useTexts(jobTexts);
  return (
    <>
      <ul className={`grid gap-14 no-margin no-padding ${styles.failures}`}>
        {failures.slice(0, listed).map((failure) => (
          <li key={failure.id}>
            {linkOf && failure.name ? <Link to={linkOf(failure) as string}>{failure.name}</Link> : failure.name}
            <ErrorNotice error={new ServerError(failure.message, { details: failure.details })} />
          </li>
        ))}
      </ul>
      {failures.length > listed && (
        <p className="muted digits nowrap mb-14 mt-6">{t.andMore(failures.length - listed)}</p>
      )}
    </>
  );
}
