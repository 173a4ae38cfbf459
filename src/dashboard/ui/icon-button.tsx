import { forwardRef } from 'react';
import type { ButtonProps } from './button';
import styles from './controls.module.css';
import { Icon, type IconName } from './icon';
import { Tip } from './tip';

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  icon: IconName;
  /** What it does; shown as a tooltip, too. */
  label: string;
}

/** A button that is only an icon. */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { icon, label, look = 'quiet', size = 'normal', busy = false, className, disabled, ...rest },
  ref,
) {
  const classes = [styles.button, styles.icon, styles[look], size === 'small' && styles.small, className];
  return (
    <Tip text={label}>
      <button
        ref={ref}
        type="button"
        aria-label={label}
        className={classes.filter(Boolean).join(' ')}
        disabled={disabled || busy}
        aria-busy={busy || undefined}
        {...rest}
      >
        {busy ? <span className={styles.spinner} /> : <Icon name={icon} size={size === 'small' ? 15 : 17} />}
      </button>
    </Tip>
  );
});
