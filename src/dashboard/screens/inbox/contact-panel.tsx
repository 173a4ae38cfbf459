import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts';
import { CopyButton } from '../../ui/copy-button';
import { Icon } from '../../ui/icon';
import { useWorkspaceId } from '../../workspace/workspace';
import { ContactStatusBadge } from '../customers/badges';
import { contactName } from '../customers/contact-picker';
import shared from '../customers/customers.module.css';
import { customers } from '../customers/texts';
import type { OpenConversation } from './conversation';
import styles from './inbox.module.css';
import { inboxTexts } from './texts';

/** Who one talks to. */
export function ContactPanel({ contact }: { contact: NonNullable<OpenConversation['contact']> }) {
  const t = useTexts(inboxTexts);
  const words = useTexts(customers);
  const workspaceId = useWorkspaceId();
  const { id, email, phone, company, status, tags, doNotContact } = contact;
  const name = contactName(contact) || words.unnamed;
  return (
    <aside className={`stack scroll gap-6 line-left surface ${styles.contact}`} aria-label={words.contact}>
      <span className={`centred bolder circle chosen ${styles.face}`} aria-hidden="true">
        {name.slice(0, 1).toUpperCase()}
      </span>
      <h2>{name}</h2>
      <p className="muted">{company}</p>
      <ContactStatusBadge status={status} />
      {doNotContact && (
        <p className={`muted ${styles.blocked}`}>
          <Icon name="blocked" size={15} />
          {words.doNotContact}
        </p>
      )}
      <ul className={`w-full mt-6 ${styles.addresses}`}>
        {[email, phone].map(
          (address) =>
            address && (
              <li key={address}>
                <span>{address}</span>
                <CopyButton text={address} />
              </li>
            ),
        )}
      </ul>
      <div className="flex wrap gap-4 mb-6">
        {tags.map((tag) => (
          <span key={tag} className={`inline gap-3 small plain nowrap ${shared.tag}`}>
            {tag}
          </span>
        ))}
      </div>
      <Link to="/w/$workspaceId/contacts/$contactId" params={{ workspaceId, contactId: id }}>
        {t.toContact}
      </Link>
    </aside>
  );
}
