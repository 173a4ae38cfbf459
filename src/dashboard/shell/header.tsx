import { useNavigate } from '@tanstack/react-router';
import { graphql } from '../api/graphql';
import { useConnection, watcher } from '../api/live';
import { queries } from '../api/query';
import { request } from '../api/request';
import { endSession } from '../api/session';
import { languages, setLanguage, useLanguage } from '../i18n/language';
import { useTexts } from '../i18n/texts';
import { setTheme, useTheme } from '../theme/theme';
import { Icon } from '../ui/icon';
import { IconButton } from '../ui/icon-button';
import { Menu } from '../ui/menu';
import { Tip } from '../ui/tip';
import { toastError } from '../ui/toast';
import { useWorkspaceId } from '../workspace/workspace';
import styles from './shell.module.css';
import { shell } from './texts';
import { startTour } from './tour';

const signOut = graphql(`
  mutation DashboardSignOut {
    logout {
      loggedOut
      providerLogoutUrl
    }
  }
`);

const languageNames = { en: 'English', es: 'Español' };

interface HeaderProps {
  user: { name: string; email: string };
  onSearch: () => void;
  onMenu: () => void;
}

/** Search, the state of the connection, and what concerns the user. */
export function Header({ user, onSearch, onMenu }: HeaderProps) {
  const t = useTexts(shell);
  const theme = useTheme();
  const language = useLanguage();
  const navigate = useNavigate();
  const workspaceId = useWorkspaceId();
  const leave = async () => {
    let elsewhere: string | null | undefined;
    try {
      elsewhere = (await request(signOut, {})).logout.providerLogoutUrl;
    } catch (error) {
      return toastError(error);
    }
    endSession();
    await import('../screens/editor/kept-draft').then((kept) => kept.forgetAllKept()).catch(toastError);
    queries.clear();
    if (!elsewhere) await navigate({ to: '/signin' });
    await watcher.close();
    // The provider ends its own session, and comes back.
    if (elsewhere) return location.assign(elsewhere);
    // Nothing of the user stays in memory.
    location.reload();
  };
  return (
    <header className={`row rigid gap-6 line-below surface ${styles.header}`}>
      <IconButton icon="menu" label={t.navigation} className={styles.menuButton} onClick={onMenu} />
      <button
        type="button"
        className={`row min-w-0 gap-10 muted text-left pointer border round ${styles.search}`}
        onClick={onSearch}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <Icon className="rigid" name="search" size={16} />
        <span className="grow min-w-0 ellipsis">{t.searchHint}</span>
        <kbd>{navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl'} K</kbd>
      </button>
      <span className={`grow ${styles.spring}`} />
      <ConnectionState />
      <Menu
        trigger={<IconButton icon={theme === 'dark' ? 'moon' : 'sun'} label={t.theme} />}
        items={(['system', 'light', 'dark'] as const).map((one) => ({
          label: t[one],
          checked: theme === one,
          onSelect: () => setTheme(one),
        }))}
      />
      <Menu
        trigger={<IconButton icon="language" label={t.language} />}
        items={languages.map((one) => ({
          label: languageNames[one],
          checked: language === one,
          onSelect: () => setLanguage(one),
        }))}
      />
      <Menu
        trigger={
          <button
            type="button"
            className={`bolder pointer chosen no-padding circle borderless ${styles.user}`}
            aria-label={t.account}
          >
            {(user.name || user.email).slice(0, 1).toUpperCase()}
          </button>
        }
        items={[
          { label: `${user.name} · ${user.email}`, icon: 'user', to: `/w/${workspaceId}/account` },
          { label: t.tour, icon: 'help', onSelect: startTour },
          'separator',
          { label: t.signOut, icon: 'signOut', onSelect: () => void leave() },
        ]}
      />
    </header>
  );
}

/** Whether changes appear by themselves. */
function ConnectionState() {
  const t = useTexts(shell);
  const state = useConnection();
  return (
    <Tip text={t[state]}>
      <span className={`inline gap-6 muted small ${styles.connection} ${styles[state]}`} role="status">
        <span className={styles.dot} />
        {state === 'connected' ? t.live : state === 'connecting' ? '…' : t.offline}
      </span>
    </Tip>
  );
}
