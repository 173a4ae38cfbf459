import { graphql } from '../../api/graphql';
import { serverUrl } from '../../api/send';
import { useTexts } from '../../i18n/texts';
import buttons from '../../ui/controls.module.css';
import styles from './sign-in.module.css';
import { texts } from './texts';

export const loginOptions = graphql(`
  query DashboardLoginOptions {
    loginOptions {
      passwordLogin
      providers {
        id
        name
      }
    }
  }
`);

/** A link to each provider, which comes back to the page that was asked for. */
export function ProviderButtons({
  providers,
  to,
}: {
  providers: readonly { id: string; name: string }[];
  to?: string;
}) {
  const t = useTexts(texts);
  const query = to ? `?returnTo=${encodeURIComponent(to)}` : '';
  return (
    <div className={`stack gap-8 ${styles.providers}`}>
      {providers.map(({ id, name }) => (
        <a key={id} className={`${buttons.button} ${buttons.plain}`} href={`${serverUrl}/auth/oidc/${id}${query}`}>
          {t.continueWith(name)}
        </a>
      ))}
    </div>
  );
}
