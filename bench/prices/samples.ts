import type { ExpressionScope } from '../../src/engine/index.js';

/** What data an expression reads: the prices of operations are compared between these. */
export type Kind = 'lists of objects' | 'maps' | 'texts' | 'numbers';

export interface Sample {
  kind: Kind;
  expression: string;
}

const count = 5_000;
const rows = Array.from({ length: count }, (_, id) => ({ id, name: `name ${id}`, tags: ['a', 'b'] }));
const names = rows.map(({ name }) => name);
const map = Object.fromEntries(rows.map((row) => [row.name, row]));

/** The data that the expressions read. */
export const scope: ExpressionScope = {
  triggerData: {
    rows,
    again: structuredClone(rows),
    names,
    map,
    copy: structuredClone(map),
    numbers: rows.map(({ id }) => id + 0.5),
    counts: rows.map(({ id }) => id),
    flat: Object.fromEntries(names.map((name, at) => [name, at])),
    wide: rows.slice(0, 50).map(() => map),
    text: 'The quick brown fox. '.repeat(5_000),
    accents: 'El pingüino añejo. '.repeat(5_000),
    same: 'a'.repeat(50_000),
    part: `${'a'.repeat(1_000)}b${'a'.repeat(400)}`,
    words: 'alpha beta gamma '.repeat(2_000),
    html: '<ul><li><a href="/x">One</a> and <b>two</b></li></ul>'.repeat(1_000),
    json: JSON.stringify(rows),
  },
};

const of = (kind: Kind, ...expressions: string[]): Sample[] => expressions.map((expression) => ({ kind, expression }));

/** Ordinary and costly ways to read much data. */
export const samples: readonly Sample[] = [
  ...of(
    'lists of objects',
    'triggerData.rows.map(row, row.id).size()',
    'triggerData.rows.map(row, row)',
    'triggerData.rows.map(row, {"id": row.id, "name": row.name})',
    'triggerData.rows.filter(row, row.id > 100).size()',
    'triggerData.rows.filter(row, row.name == "x" || row.id == 7)',
    'triggerData.rows.exists(row, row.id == -1)',
    'triggerData.rows.all(row, row.tags.size() == 2)',
    'triggerData.rows.map(row, row.id + 1).size()',
    'triggerData.rows.map(row, row.missing.default(0)).size()',
    'triggerData.rows == triggerData.again',
    '{"id": -1} in triggerData.rows',
    '(triggerData.rows + triggerData.again).size()',
    'triggerData.rows.map(row, row.tags.map(tag, tag + "x")).size()',
    'triggerData.rows.map(row, row.name.upperAscii())',
    'triggerData.rows.sortBy("name").size()',
    'triggerData.rows.distinct().size()',
    'triggerData.rows.groupBy("name").size()',
    'triggerData.rows.joinBy(triggerData.again, "id").size()',
    'triggerData.rows.sum("id")',
    'triggerData.rows.chunk(10).size()',
    'triggerData.rows.toJson().size()',
    'triggerData.rows.zip(triggerData.again).flatten().size()',
  ),
  ...of(
    'maps',
    'triggerData.map == triggerData.copy',
    'triggerData.flat.map(key, key).size()',
    'triggerData.flat.filter(key, key == "x").size()',
    'triggerData.map.exists(key, triggerData.map[key].id == -1)',
    'triggerData.wide.map(map, size(map))',
    'triggerData.flat.map(key, triggerData.flat[key] + 1).size()',
    'triggerData.map.map(key, {"key": key, "tags": triggerData.map[key].tags}).size()',
    'triggerData.names.map(name, name in triggerData.flat).size()',
  ),
  ...of(
    'texts',
    'triggerData.names.map(name, name + "!").size()',
    'triggerData.names.exists(name, name.startsWith("x"))',
    'triggerData.names.exists(name, name.contains("x"))',
    'triggerData.names.exists(name, name.matches("^x[0-9]+$"))',
    'triggerData.names.join(",").size()',
    '"x" in triggerData.names',
    'triggerData.names.map(name, name.split(" ")[1]).size()',
    'triggerData.names.map(name, name.replace("name", "x")).size()',
    'triggerData.text.upperAscii().size()',
    'strings.quote(triggerData.text).size()',
    '"%x".format([triggerData.text]).size()',
    'triggerData.accents.lowerAscii().size()',
    'triggerData.text.replace("fox", "cat").size()',
    'triggerData.text.split(" ").size()',
    'triggerData.text.split("").size()',
    'triggerData.words.split(" ").join("-").size()',
    'triggerData.same.contains("aaaaab")',
    'triggerData.same.indexOf(triggerData.part)',
    'triggerData.text.substring(10, 90000).size()',
    'triggerData.text.trim().size()',
    'size(triggerData.text) + 1',
    'size(triggerData.accents) + 1',
    'urlEncode(triggerData.accents).size()',
    'base64Encode(triggerData.accents).size()',
    'hmac(triggerData.text, "key")',
    'hash(triggerData.text, "md5")',
    'triggerData.accents.upper().size()',
    'triggerData.accents.title().size()',
    'triggerData.accents.snake().size()',
    'triggerData.accents.slug().size()',
    'triggerData.text.truncate(1000).size()',
    'triggerData.same.base64Encode().base64Decode().size()',
    'triggerData.accents.hexEncode().hexDecode().size()',
    'triggerData.accents.urlEncode().urlDecode().size()',
    'triggerData.words.regexCaptureAll("(a)l(p)ha").size()',
    'triggerData.html.htmlSelectAll("li a").size()',
    'triggerData.names.map(name, name.normalizePhone("ES")).size()',
    'triggerData.names.map(name, ("https://example.com/" + name).parseUrl()).size()',
    'triggerData.json.parseJson().size()',
    '"%s".format([triggerData.rows]).size()',
    '"%s and %s".format([triggerData.text, triggerData.text]).size()',
    'triggerData.counts.map(n, string(n)).size()',
  ),
  ...of(
    'numbers',
    'triggerData.counts.map(n, n * 2 + 1).size()',
    'triggerData.numbers.map(n, n * 2.0 - 1.5).size()',
    'triggerData.numbers.filter(n, n > 3.5 && n < 10.0).size()',
    'triggerData.counts.exists(n, n % 7 == 8)',
    '-1 in triggerData.counts',
    'triggerData.counts == triggerData.numbers',
    'triggerData.counts.map(n, duration(string(n) + "s")).size()',
    'triggerData.counts.sort("desc").size()',
    'triggerData.numbers.avg()',
    'triggerData.counts.map(n, timestamp(n).addTime(1, "days")).size()',
    'triggerData.counts.map(n, "2026-01-02T03:04:05Z".startOf("month", "Europe/Madrid")).size()',
    'triggerData.counts.map(n, timestamp(n).formatDate("d MMMM yyyy", "Europe/Madrid", "es-ES")).size()',
    'triggerData.counts.map(n, "02/01/2026".parseDate("dd/MM/yyyy")).size()',
    'triggerData.counts.map(n, "2026-01-02".businessDays("2026-05-02")).size()',
    'triggerData.counts.map(n, "2026-01-02".addBusinessDays(n)).size()',
    'triggerData.counts.map(n, formatNumber(n, 2, "de-DE")).size()',
    'triggerData.counts.map(n, formatCurrency(n, "EUR")).size()',
    'triggerData.numbers.map(n, round(n, 2)).size()',
  ),
];
