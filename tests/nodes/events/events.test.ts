import { beforeAll, describe, expect, test } from '@jest/globals';
import { definitionOf, documentedEvents, eventDefinitions } from '../../../src/nodes/index.js';
import { type EventValidator, eventValidator } from '../../support/defined-events.js';

let isDefined: EventValidator;

beforeAll(async () => {
  isDefined = await eventValidator();
});

describe('an event that leaves the server', () => {
  test.each(documentedEvents().map(({ type, sample }) => [type, sample] as const))(
    '%s has a sample that its schema accepts',
    (_, sample) => {
      expect(isDefined(sample) || isDefined.reason()).toBe(true);
    },
  );

  test('has a type of its own, a noun and a past participle in snake case', () => {
    const types = eventDefinitions.map(({ type }) => type);
    expect(new Set(types).size).toBe(types.length);
    // What a low wallet and a test are has no participle.
    expect(types.filter((type) => !/^[a-z]+\.([a-z]+_)?([a-z]+ed|sent|held|low|test)$/.test(type))).toEqual([]);
  });

  test('is found by its type, one of a caller by any name, and nothing else is', () => {
    expect(definitionOf('contact.created')?.data).toEqual({ record: 'Contact' });
    expect(definitionOf('custom.order_paid')?.read).toBe('crmEvents:read');
    expect(definitionOf('contact.craeted')).toBeNull();
    expect(definitionOf(`custom.${'a'.repeat(94)}`)).toBeNull();
  });

  test('is refused by its schema with a property that the schema does not name', () => {
    const [first] = documentedEvents();
    expect(isDefined({ type: `${first?.type}`, ...first?.sample, more: 1 } as never)).toBe(false);
    expect(isDefined({ type: 'contact.craeted' })).toBe(false);
  });
});
