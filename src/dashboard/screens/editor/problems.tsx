import { credits } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Icon } from '../../ui/icon';
import styles from './bottom.module.css';
import { CloseBottom } from './panel';
import { texts } from './texts';
import { useNodes } from './use-nodes';
import { useValidation } from './use-validation';

/** What validation found; each leads to its node and field. */
export function Problems() {
  const t = useTexts(texts);
  const { showIssue } = useNodes();
  const validation = useValidation();
  if (!validation) return null;
  const { issues, predictedCost } = validation;
  return (
    <section className={`${styles.panel} ${styles.problems}`} aria-label={t.problems}>
      <header>
        <h2>{t.problemCount(issues.length)}</h2>
        {Number(predictedCost.credits) > 0 && <span>{t.predicted(credits(predictedCost.credits))}</span>}
        <CloseBottom />
      </header>
      <ul>
        {issues.map((issue, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule can be broken twice at one place.
          <li key={index}>
            <button type="button" onClick={() => showIssue(issue)} disabled={!issue.nodeId && !issue.edgeId}>
              <Icon
                name={issue.severity === 'error' ? 'alert' : 'info'}
                size={15}
                className={issue.severity === 'error' ? styles.error : styles.warning}
              />
              <span>{issue.message}</span>
              <code>{issue.ruleId}</code>
            </button>
          </li>
        ))}
      </ul>
      {issues.length === 0 && <p>{t.noProblems}</p>}
    </section>
  );
}
