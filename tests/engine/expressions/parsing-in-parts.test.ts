import { describe, expect, test } from '@jest/globals';
import { inParts } from '../../../src/contexts/automation/flows/content/parse-in-parts.js';
import {
  compileTemplate,
  metered,
  parseNodes,
  parseTemplate,
  WorkLimitError,
  WorkMeter,
} from '../../../src/engine/index.js';
import { catalogue, node } from '../catalogue.js';

/** Runs work to its end, and counts its parts. */
function countParts<T>(work: Generator<void, T>): { parts: number; value: T } {
  for (let parts = 0; ; parts += 1) {
    const { done, value } = work.next();
    if (done) return { parts, value };
  }
}

/** An expression of this length, which no other test parses. */
let made = 0;
function expression(length: number): string {
  made += 1;
  const beginning = `triggerData.a${made} == "`;
  return `${beginning}${'x'.repeat(length - beginning.length - 1)}"`;
}

const braced = (length: number) => `{{${expression(length)}}}`;

describe('parsing in parts', () => {
  test('stops before each expression of a text', () => {
    const text = `a ${braced(900)} b ${braced(900)} c ${braced(900)}`;
    const { parts, value } = countParts(parseTemplate(text));
    expect(parts).toBe(3);
    expect(value).toEqual(compileTemplate(text));
  });

  test('stops before each expression of all nodes', () => {
    const nodes = Array.from({ length: 4 }, (_, at) =>
      node(`n${at}`, 'task', { text: braced(600), list: [braced(600)], other: braced(600) }),
    );
    const { parts, value } = countParts(parseNodes(nodes, catalogue));
    expect(parts).toBe(12);
    expect(nodes.map((one) => value.get(one)?.length)).toEqual([3, 3, 3, 3]);
  });

  test('continues with the other parts when others have had their time', async () => {
    const order: string[] = [];
    function* slow(name: string): Generator<void, string> {
      for (const part of [1, 2, 3]) {
        yield;
        for (const until = performance.now() + 25; performance.now() < until; );
        order.push(`${name}${part}`);
      }
      return name;
    }
    expect(await Promise.all([inParts(slow('a')), inParts(slow('b'))])).toEqual(['a', 'b']);
    expect(order.join().replace(/\d/g, '')).not.toBe('a,a,a,b,b,b');
  });
});

describe('the price of parsing', () => {
  const long = braced(4_000);

  test('is the same whether or not a cache has the expression, and is paid once', () => {
    const priceOf = () => {
      const meter = new WorkMeter(20_000);
      const parse = () => metered(meter, () => compileTemplate(long));
      parse();
      parse();
      return () => metered(meter, () => compileTemplate(braced(2_000)));
    };
    expect(priceOf()).toThrow(WorkLimitError);
    expect(priceOf()).toThrow(WorkLimitError);
  });

  test('is charged to the work that is done part by part', async () => {
    const meter = new WorkMeter(50_000);
    const text = Array.from({ length: 4 }, () => braced(4_000)).join('');
    await expect(inParts(parseTemplate(text), meter)).rejects.toThrow(WorkLimitError);
  });

  test('plain paths cost nothing', () => {
    const text = '{{triggerData.customer.name}}'.repeat(1_000);
    expect(metered(new WorkMeter(0), () => compileTemplate(text)).expressions).toHaveLength(1_000);
  });
});
