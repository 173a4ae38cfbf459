import { useEffect, useState } from 'react';
import { duration } from '../../i18n/format';
import { useLanguage } from '../../i18n/language';

/** How long something took, or has taken so far. */
export function Elapsed({ ms, since }: { ms: number | null | undefined; since: string }) {
  const language = useLanguage();
  const [now, setNow] = useState(Date.now);
  const isOpen = ms === null || ms === undefined;
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isOpen]);
  if (!isOpen) return duration(ms, language);
  // Whole seconds, so that the text does not change its width all the time.
  return duration(Math.max(0, Math.floor((now - Date.parse(since)) / 1_000) * 1_000), language);
}
