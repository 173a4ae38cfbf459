import { Link } from '@tanstack/react-router';
import { useTexts } from '../i18n/texts';
import { Icon } from '../ui/icon';
import { Menu } from '../ui/menu';
import { type FrameData, useCan } from '../workspace/workspace';
import { isOffered, navigation } from './navigation';
import styles from './shell.module.css';
import { shell } from './texts';

/** The workspace, and where one can go in it. */
export function Sidebar({ data: { workspace, workspaces }, isOpen }: { data: FrameData; isOpen: boolean }) {
  const t = useTexts(shell);
  const can = useCan();
  const root = `/w/${workspace.id}`;
  return (
    <nav
      className={
        isOpen ? `stack rigid surface ${styles.sidebar} ${styles.open}` : `stack rigid surface ${styles.sidebar}`
      }
      aria-label={t.navigation}
    >
      <Menu
        trigger={
          <button type="button" className={`row gap-10 text-left bare pointer round ${styles.switch}`}>
            <span className={`centred rigid ${styles.letter}`}>{workspace.name.slice(0, 1).toUpperCase()}</span>
            <span className="grow min-w-0 ellipsis">{workspace.name}</span>
            <Icon className="rigid muted" name="chevronDown" size={15} />
          </button>
        }
        items={[
          ...workspaces.items.map(({ id, name }) => ({ label: name, checked: id === workspace.id, to: `/w/${id}` })),
          'separator',
          { label: t.createWorkspace, icon: 'plus', to: '/?new=true' },
        ]}
      />
      <div className={`grow scroll ${styles.groups}`}>
        {navigation.map(({ text, destinations }) => {
          const offered = destinations.filter((one) => isOffered(one, can));
          if (offered.length === 0) return null;
          return (
            <div key={text ?? ''} className={`mb-6 ${styles.group}`}>
              {text && <h2>{t[text]}</h2>}
              <ul>
                {offered.map(({ path, text: name, icon }) => (
                  <li key={path}>
                    <Link
                      to={path ? `${root}/${path}` : root}
                      activeOptions={{ exact: path === '' }}
                      className={`row gap-10 plain round ${styles.destination}`}
                      activeProps={{ 'aria-current': 'page' }}
                    >
                      <Icon className="rigid muted" name={icon} />
                      {t[name]}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
    </nav>
  );
}
