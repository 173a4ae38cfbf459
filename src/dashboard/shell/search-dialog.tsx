import { Dialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useDeferredValue, useEffect, useState } from 'react';
import { graphql, type ResultOf } from '../api/graphql';
import { useRead } from '../api/query';
import type { SearchType } from '../generated/graphql';
import { useTexts } from '../i18n/texts';
import { Icon, type IconName } from '../ui/icon';
import { ErrorNotice } from '../ui/notice';
import popup from '../ui/popup.module.css';
import { useCan, useWorkspaceId } from '../workspace/workspace';
import { isOffered, navigation } from './navigation';
import styles from './search-dialog.module.css';
import { shell } from './texts';

/** Where the found records of a type are shown. A type without a screen is not offered. */
const placeOf: Partial<Record<SearchType, { icon: IconName; path: (id: string) => string }>> = {
  flows: { icon: 'flow', path: (id) => `flows/${id}` },
  conversations: { icon: 'inbox', path: (id) => `inbox/${id}` },
  contacts: { icon: 'people', path: (id) => `contacts/${id}` },
  pipelines: { icon: 'pipeline', path: (id) => `pipeline/${id}` },
  campaigns: { icon: 'megaphone', path: (id) => `campaigns/${id}` },
  calendarEvents: { icon: 'calendar', path: (id) => `calendar/${id}` },
};

const searchWorkspace = graphql(`
  query DashboardSearch($id: ID!, $q: String!) {
    workspace(id: $id) {
      search(q: $q, limit: 5) {
        flows {
          recordId
          type
          title
          subtitle
        }
        contacts {
          recordId
          type
          title
          subtitle
        }
        conversations {
          recordId
          type
          title
          subtitle
        }
        campaigns {
          recordId
          type
          title
          subtitle
        }
        pipelines {
          recordId
          type
          title
          subtitle
        }
        calendarEvents {
          recordId
          type
          title
          subtitle
        }
        emailTemplates {
          recordId
          type
          title
          subtitle
        }
        whatsappTemplates {
          recordId
          type
          title
          subtitle
        }
        agents {
          recordId
          type
          title
          subtitle
        }
        voiceAgents {
          recordId
          type
          title
          subtitle
        }
        knowledgeDocs {
          recordId
          type
          title
          subtitle
        }
        callCampaigns {
          recordId
          type
          title
          subtitle
        }
        callerIds {
          recordId
          type
          title
          subtitle
        }
      }
    }
  }
`);

type Hits = ResultOf<typeof searchWorkspace>['workspace']['search'];

interface Found {
  key: string;
  title: string;
  subtitle: string | null;
  icon: IconName;
  to: string;
}

/** Finds pages and records by name, from everywhere by Ctrl K. */
export function SearchDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={popup.backdrop} />
        <Dialog.Popup className={styles.dialog}>{open && <Search onClose={onClose} />}</Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Search({ onClose }: { onClose: () => void }) {
  const t = useTexts(shell);
  const id = useWorkspaceId();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const typed = text.trim();
  const q = useDeferredValue(typed);
  const { data, error } = useRead(searchWorkspace, { id, q }, { enabled: q !== '' });
  // Pages are those of the last letter: Enter may follow at once.
  const pages = usePages(typed);
  const found = [...pages, ...(q && q === typed && data ? recordsIn(data.workspace.search, id) : [])];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first result is chosen when the text changes.
  useEffect(() => setActive(0), [typed]);
  const open = (one: Found | undefined) => {
    if (!one) return;
    onClose();
    void navigate({ to: one.to });
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive((active + 1) % Math.max(1, found.length));
    else if (event.key === 'ArrowUp') setActive((active - 1 + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') open(found[active]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Dialog.Title className="visually-hidden">{t.searchHint}</Dialog.Title>
      <div className={styles.input}>
        <Icon name="search" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog is for this field.
          autoFocus
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls="search-results"
          aria-activedescendant={found[active] ? `search-${active}` : undefined}
          aria-label={t.searchHint}
          placeholder={t.searchHint}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
        />
      </div>
      <div id="search-results" role="listbox" aria-label={t.searchHint} className={styles.results}>
        {found.map((one, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field, which keeps the focus.
          <div
            key={one.key}
            id={`search-${index}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            className={styles.result}
            onMouseMove={() => setActive(index)}
            onClick={() => open(one)}
          >
            <Icon name={one.icon} size={16} />
            <span>{one.title}</span>
            {one.subtitle && <span className={styles.subtitle}>{one.subtitle}</span>}
          </div>
        ))}
      </div>
      {error && <ErrorNotice error={error} />}
      {q && data && found.length === 0 && <p className={styles.nothing}>{t.noResults(q)}</p>}
    </>
  );
}

function usePages(q: string): Found[] {
  const t = useTexts(shell);
  const can = useCan();
  const id = useWorkspaceId();
  return navigation
    .flatMap(({ destinations }) => destinations)
    .filter((one) => isOffered(one, can) && t[one.text].toLowerCase().includes(q.toLowerCase()))
    .slice(0, q ? 4 : 30)
    .map(({ path, text, icon }) => ({
      key: `page ${path}`,
      title: t[text],
      subtitle: null,
      icon,
      to: `/w/${id}/${path}`,
    }));
}

function recordsIn(hits: Hits, workspaceId: string): Found[] {
  return Object.values(hits)
    .flatMap((ofType) => ofType ?? [])
    .flatMap(({ recordId, type, title, subtitle }) => {
      const place = placeOf[type];
      if (!place) return [];
      return [
        {
          key: recordId,
          title: title || recordId,
          subtitle: subtitle ?? null,
          icon: place.icon,
          to: `/w/${workspaceId}/${place.path(recordId)}`,
        },
      ];
    });
}
