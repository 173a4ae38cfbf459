import { Icon } from '../ui/icon';
import { categoryOf, iconOfNode } from './catalogue';
import styles from './node-card.module.css';

const tones: Readonly<Record<string, string>> = {
  trigger: 'tone-success',
  logic: 'tone-warning',
  http: 'tone-info',
  app: 'tone-info',
  webhook: 'tone-info',
  ai: 'tone-waiting',
  wait: 'tone-waiting',
  message: 'tone-accent',
  voice: 'tone-accent',
  crm: 'tone-accent',
};

/** The icon of a type of nodes, in the colour of its category; from afar, the colour alone. */
export function CategoryIcon({ nodeType, size }: { nodeType: string; size?: 'small' | 'side' }) {
  const classes = [`centred rigid muted sunken ${styles.icon}`, size && styles[size], tones[categoryOf(nodeType)]];
  return (
    <span className={classes.filter(Boolean).join(' ')}>
      {size !== 'side' && <Icon name={iconOfNode(nodeType)} size={size === 'small' ? 15 : 17} />}
    </span>
  );
}
