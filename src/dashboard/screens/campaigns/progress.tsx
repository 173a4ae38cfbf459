import { useTexts } from '../../i18n/texts';
import styles from './campaigns.module.css';
import { type CampaignRow, finished } from './queries';
import { campaignsTexts } from './texts';

type Counted = Pick<CampaignRow, 'recipientCount' | 'sentCount' | 'sandboxedCount' | 'failedCount' | 'skippedCount'>;

/** How many recipients of a campaign are done. */
export function Progress({ campaign }: { campaign: Counted }) {
  const t = useTexts(campaignsTexts);
  const { recipientCount } = campaign;
  if (recipientCount === 0) return null;
  const done = Math.min(finished(campaign), recipientCount);
  return (
    <span className="row gap-8 muted small digits">
      <progress
        className={`grow clip sunken ${styles.bar}`}
        value={done}
        max={recipientCount}
        aria-label={t.progress}
      />
      {t.progressOf(done, recipientCount)}
    </span>
  );
}
