import { aboutConnection, aboutMaxPages } from './app-fields.js';
import type { Connector, ConnectorAction, ConnectorTrigger } from './connector-file.js';

/** A text in English and in Spanish. */
type Pair = readonly [string, string];

const repeated: Pair = [
  ' At least once: a request whose answer was lost may be sent again.',
  ' Al menos una vez: una petición cuya respuesta se perdió puede enviarse de nuevo.',
];
const once: Pair = [
  ' Sent with a key by which the service carries it out once.',
  ' Se envía con una clave con la que el servicio lo hace una sola vez.',
];

const joined = ([en, es]: Pair, [more, mas]: Pair): Pair => [en + more, es + mas];
const titled = (service: string, [en, es]: Pair): Pair => [`${service}: ${lower(en)}`, `${service}: ${lower(es)}`];
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** What is read of an action. */
export function actionTexts({ title, idempotent }: Connector, action: ConnectorAction): { title: Pair; about: Pair } {
  const suffix: Pair = action.request.method === 'GET' ? ['', ''] : idempotent ? once : repeated;
  return { title: titled(title, action.title), about: joined(action.about, suffix) };
}

/** What is read of a trigger. */
export function triggerTexts({ title }: Connector, trigger: ConnectorTrigger): { title: Pair; about: Pair } {
  const first: Pair = [
    ' The first poll only remembers what is there.',
    ' La primera consulta solo recuerda lo que ya existe.',
  ];
  return { title: titled(title, trigger.title), about: joined(trigger.about, first) };
}

/** The Spanish of what is read of connectors: their texts by the English ones, and the names of their fields. */
export function spanishOf(connectors: readonly Connector[]): {
  texts: Record<string, string>;
  fieldNames: Record<string, string>;
} {
  const texts: Record<string, string> = { [aboutMaxPages[0]]: aboutMaxPages[1] };
  const fieldNames: Record<string, string> = {};
  for (const connector of connectors) {
    const { actions, triggers } = connector;
    const pairs = [
      aboutConnection(connector),
      connector.about,
      connector.connect,
      ...Object.values(actions).flatMap((one) => Object.values(actionTexts(connector, one))),
      ...Object.values(triggers).flatMap((one) => Object.values(triggerTexts(connector, one))),
    ];
    const operations = [connector, ...Object.values(actions), ...Object.values(triggers)];
    for (const [name, one] of operations.flatMap(({ fields }) => Object.entries(fields))) {
      pairs.push(one.about);
      fieldNames[name] ??= one.es;
    }
    for (const [en, es] of pairs) texts[en] = es;
  }
  return { texts, fieldNames };
}
