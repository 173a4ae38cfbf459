import { Link } from '@tanstack/react-router';
import { useTexts } from '../i18n/texts';
import { Empty } from '../ui/notice';
import { shell } from './texts';

/** For addresses without a page. */
export function NotFound() {
  const t = useTexts(shell);
  return (
    <Empty heading="h1" icon="search" title={t.notFound} action={<Link to="/">{t.toStart}</Link>}>
      {t.notFoundHint}
    </Empty>
  );
}
