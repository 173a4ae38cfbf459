import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import type { IconName } from '../../ui/icon';
import { Empty } from '../../ui/notice';
import { customers } from './texts';

interface ListEmptyProps {
  isFiltered: boolean;
  onReset: () => void;
  /** Whether the role does not show the records. */
  isHidden?: boolean;
  /** Of a list without any record. */
  icon: IconName;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

/** Why a list shows nothing: its filters, the role, or that there is nothing yet. */
export function ListEmpty({ isFiltered, onReset, isHidden = false, icon, title, action, children }: ListEmptyProps) {
  const words = useTexts(customers);
  if (isFiltered) {
    const reset = <Button onClick={onReset}>{words.removeFilters}</Button>;
    return <Empty icon="search" title={words.noMatches} action={reset} />;
  }
  return (
    <Empty icon={icon} title={isHidden ? words.hidden : title} action={action}>
      {isHidden ? words.hiddenHint : children}
    </Empty>
  );
}
