import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts';
import { Page } from '../../ui/page';
import { Tabs } from '../../ui/tabs';
import { among, passing, text, useAddress } from '../../workspace/address';
import { useCan } from '../../workspace/workspace';
import { connectionTexts } from './connection-texts';
import { Connections } from './connections';
import { Secrets } from './secrets';
import { StateEntries } from './state-entries';
import { texts } from './texts';
import { Variables } from './variables';

const names = { tab: among(['state', 'variables', 'connections', 'secrets']), q: passing, flowId: text };

/** One of the lists, at some distance from the names of the views. */
const View = ({ children }: { children: ReactNode }) => <div className="pt-12">{children}</div>;

/** What flows use by name: secrets, which no one can read, variables, which every member can, and what flows keep themselves. */
export default function Vault() {
  const t = useTexts(texts);
  const connectionWords = useTexts(connectionTexts);
  const can = useCan();
  const [{ tab }, go] = useAddress(names);
  const tabs = [
    {
      name: 'state' as const,
      label: t.state,
      content: (
        <View>
          <StateEntries />
        </View>
      ),
    },
    {
      name: 'variables' as const,
      label: t.variables,
      content: (
        <View>
          <Variables />
        </View>
      ),
    },
    ...(can('connections:read')
      ? [
          {
            name: 'connections' as const,
            label: connectionWords.title,
            content: (
              <View>
                <Connections />
              </View>
            ),
          },
        ]
      : []),
    ...(can('boveda:manage')
      ? [
          {
            name: 'secrets' as const,
            label: t.secrets,
            content: (
              <View>
                <Secrets />
              </View>
            ),
          },
        ]
      : []),
  ];
  const first = can('boveda:manage') ? 'secrets' : 'variables';
  return (
    <Page title={t.title} fill>
      <Tabs
        tabs={tabs.reverse()}
        value={tab ?? first}
        // Each list has its own search.
        onChange={(name) => go({ tab: name, q: undefined, flowId: undefined })}
      />
    </Page>
  );
}
