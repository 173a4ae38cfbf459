import type { ReactNode } from 'react';
import { useTexts } from '../i18n/texts';
import { Empty } from '../ui/notice';
import { Page } from '../ui/page';
import { useCan } from '../workspace/workspace';
import { isOffered, navigation } from './navigation';
import { shell } from './texts';

/** The page of the path below the workspace, for those who may read it; for others, what they can do. */
export function Allowed({ path, children }: { path: string; children: ReactNode }) {
  const t = useTexts(shell);
  const can = useCan();
  const [first = ''] = path.split('/');
  const place = navigation.flatMap(({ destinations }) => destinations).find((one) => one.path === first);
  if (!place?.requires || isOffered(place, can)) return children;
  return (
    <Page title={t[place.text]}>
      <Empty icon="lock" title={t.notAllowed}>
        {t.notAllowedHint([place.requires].flat().join(' / '))}
      </Empty>
    </Page>
  );
}
