import { expect, test } from '@jest/globals';
import { declareService, defineService, implement, makeServices } from '../../src/platform/define-service.js';
import type { Service, ServiceContext } from '../../src/platform/services.js';

const make = (...listed: Service<unknown>[]) => makeServices({} as Omit<ServiceContext, 'get'>, listed);

test('a service is made once, after those that it asks for, and closed before them', async () => {
  const happened: string[] = [];
  const made = (name: string) => {
    happened.push(`made ${name}`);
    return name;
  };
  const close = (name: string) => void happened.push(`closed ${name}`);
  const book = defineService('book', () => made('book'), close);
  const reader = defineService('reader', ({ get }) => made(`reader of ${get(book)}`), close);
  const { services, close: closeAll } = make(reader, book);
  expect([services.get(reader), services.get(reader)]).toEqual(['reader of book', 'reader of book']);
  await closeAll();
  expect(happened).toEqual(['made book', 'made reader of book', 'closed reader of book', 'closed book']);
});

test('a declared service is what implements it', () => {
  const clock = declareService<() => number>('clock');
  expect(make(implement(clock, () => () => 7)).services.get(clock)()).toBe(7);
  expect(() => make(clock)).toThrow('The service clock has no implementation.');
});

test('a service that is not listed is refused where it is asked for', () => {
  const book = defineService('book', () => 'book');
  const reader = defineService('reader', ({ get }) => get(book));
  expect(() => make(reader)).toThrow('The service book is in no manifest.');
});

test('services that ask for one another are refused', () => {
  const first: Service<string> = defineService('first', ({ get }) => get(second));
  const second: Service<string> = defineService('second', ({ get }) => get(first));
  expect(() => make(first, second)).toThrow('first → second → first');
});
