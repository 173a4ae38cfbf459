import { useRouter } from '@tanstack/react-router';
import { ErrorNotice } from '../ui/notice';
import styles from './shell.module.css';

/** What is shown in place of a page that failed; the rest of the dashboard goes on. */
export function Failure({ error, reset }: { error: unknown; reset?: () => void }) {
  const router = useRouter();
  const again = () => {
    reset?.();
    void router.invalidate();
  };
  return (
    <div className={styles.failure}>
      <ErrorNotice error={error} onRetry={again} />
    </div>
  );
}
