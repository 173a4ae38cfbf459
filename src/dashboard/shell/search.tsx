import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { graphql, type ResultOf } from '../api/graphql';
import { useRead } from '../api/query';
import type { SearchType } from '../generated/graphql';
import { useTexts } from '../i18n/texts';
import { Icon, type IconName } from '../ui/icon';
import { ErrorNotice } from '../ui/notice';
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

/** Finds pages and records by name. */
export default function Search({ onClose }: { onClose: () => void }) {
  const t = useTexts(shell);
  const id = useWorkspaceId();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const typed = text.trim();
  const q = useDeferredValue(typed);
  const { data, error } = useRead(searchWorkspace, { id, q }, { enabled: q !== '' });
  // Pages are those of the last letter: Enter may follow at once.
  const pages = usePages(typed);
  const found = [...pages, ...(q && q === typed && data ? recordsIn(data.workspace.search, id) : [])];
  const open = ({ to }: Found) => {
    onClose();
    void navigate({ to });
  };
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      items={found}
      autoHighlight="always"
      keepHighlight
      value={text}
      onValueChange={(next, { reason }) => reason === 'input-change' && setText(next)}
      itemToStringValue={({ title }) => title}
    >
      <Dialog.Title className="visually-hidden">{t.searchHint}</Dialog.Title>
      <div className={styles.input}>
        <Icon name="search" />
        <Autocomplete.Input autoFocus aria-label={t.searchHint} placeholder={t.searchHint} />
      </div>
      <Autocomplete.List aria-label={t.searchHint} className={styles.results}>
        {(one: Found) => (
          <Autocomplete.Item key={one.key} value={one} className={styles.result} onClick={() => open(one)}>
            <Icon name={one.icon} size={16} />
            <span>{one.title}</span>
            {one.subtitle && <span className={styles.subtitle}>{one.subtitle}</span>}
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
      {error && <ErrorNotice error={error} />}
      {q && data && found.length === 0 && <p className={styles.nothing}>{t.noResults(q)}</p>}
    </Autocomplete.Root>
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
