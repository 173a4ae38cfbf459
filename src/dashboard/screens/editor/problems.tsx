import { credits } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import type { Issue, Validation } from './flow-operations';
import styles from './problems.module.css';
import { texts } from './texts';

interface ProblemsProps {
  validation: Validation;
  onOpen: (issue: Issue) => void;
  onClose: () => void;
}

/** What validation found; each leads to its node and field. */
export function Problems({ validation, onOpen, onClose }: ProblemsProps) {
  const t = useTexts(texts);
  const { issues, predictedCost } = validation;
  return (
    <section className={styles.problems} aria-label={t.problems}>
      <header>
        <h2>{t.problemCount(issues.length)}</h2>
        {Number(predictedCost.credits) > 0 && <span>{t.predicted(credits(predictedCost.credits))}</span>}
        <IconButton icon="close" size="small" label={t.closePanel} onClick={onClose} />
      </header>
      <ul>
        {issues.map((issue, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule can be broken twice at one place.
          <li key={index}>
            <button type="button" onClick={() => onOpen(issue)} disabled={!issue.nodeId && !issue.edgeId}>
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
