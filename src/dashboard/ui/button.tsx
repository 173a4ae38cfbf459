import { type ButtonHTMLAttributes, forwardRef } from 'react';
import styles from './controls.module.css';
import { Icon, type IconName } from './icon';

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook;
  icon?: IconName;
  size?: 'small' | 'normal';
  /** Shows that the work goes on, and prevents a second click. */
  busy?: boolean;
}

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { look = 'plain', icon, size = 'normal', busy = false, className, children, disabled, ...rest },
  ref,
) {
  const classes = [styles.button, styles[look], size === 'small' && styles.small, className];
  return (
    <button
      ref={ref}
      type="button"
      className={classes.filter(Boolean).join(' ')}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy ? <span className={styles.spinner} /> : icon && <Icon name={icon} size={size === 'small' ? 15 : 17} />}
      {children}
    </button>
  );
});
