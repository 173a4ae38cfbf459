import { useTexts } from '../../i18n/texts';
import { Badge } from '../../ui/badge';
import { texts } from './texts';

interface Shown {
  isActive: boolean;
  disabledReason?: string | null;
  failingSince?: string | null;
}

/** On, off, failing, or switched off because it failed for long. */
export function WebhookState({ webhook }: { webhook: Shown }) {
  const t = useTexts(texts);
  if (webhook.disabledReason) return <Badge tone="danger">{t.switchedOff}</Badge>;
  if (!webhook.isActive) return <Badge>{t.off}</Badge>;
  return webhook.failingSince ? <Badge tone="warning">{t.failing}</Badge> : <Badge tone="success">{t.on}</Badge>;
}
