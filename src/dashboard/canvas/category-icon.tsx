import { Icon } from '../ui/icon';
import { categoryOf, iconOfNode } from './catalogue';
import styles from './category-icon.module.css';

/** The icon of a type of nodes, in the colour of its category; from afar, the colour alone. */
export function CategoryIcon({ nodeType, size }: { nodeType: string; size?: 'small' | 'side' }) {
  const classes = [styles.icon, size && styles[size], styles[categoryOf(nodeType)]];
  return (
    <span className={classes.filter(Boolean).join(' ')}>
      {size !== 'side' && <Icon name={iconOfNode(nodeType)} size={size === 'small' ? 15 : 17} />}
    </span>
  );
}
