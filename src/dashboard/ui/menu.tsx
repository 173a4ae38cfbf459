import { Menu as Base } from '@base-ui/react/menu';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { Icon, type IconName } from './icon';
import styles from './popup.module.css';

export interface MenuItem {
  label: string;
  icon?: IconName;
  /** Marked as the current choice. */
  checked?: boolean;
  danger?: boolean;
  disabled?: boolean;
  /** A path of the dashboard to go to. */
  to?: string;
  onSelect?: () => void;
}

/** A button that opens a list of actions. Groups are separated by lines. */
export function Menu({ trigger, items }: { trigger: ReactElement; items: readonly (MenuItem | null | 'separator')[] }) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger as ReactElement<Record<string, unknown>>} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={4} align="start">
          <Base.Popup className={`scroll border round raised no-outline ${styles.menu}`}>
            {items.map((item, index) => {
              if (!item) return null;
              // biome-ignore lint/suspicious/noArrayIndexKey: separators have no other name.
              if (item === 'separator') return <div key={index} className={styles.separator} />;
              return <Item key={item.label} {...item} />;
            })}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Item({ label, icon, checked, danger, disabled, to, onSelect }: MenuItem) {
  const content: ReactNode = (
    <>
      {icon && <Icon name={icon} size={16} />}
      {label}
      {checked !== undefined && <span className={styles.mark}>{checked && <Icon name="check" size={16} />}</span>}
    </>
  );
  return (
    <Base.Item
      className={
        danger
          ? `row gap-8 plain round-small no-outline ${styles.item} danger ${styles.popupDanger}`
          : `row gap-8 plain round-small no-outline ${styles.item}`
      }
      disabled={disabled ?? false}
      onClick={onSelect}
      {...(to && { render: <Link to={to} /> })}
    >
      {content}
    </Base.Item>
  );
}
