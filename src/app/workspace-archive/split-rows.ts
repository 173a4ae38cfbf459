/** The rows of a table, as `COPY` writes them, without their line breaks. `latin1` keeps every byte. */
export async function* splitRows(parts: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  for await (const part of parts) {
    let from = 0;
    for (let end = part.indexOf(10); end >= 0; end = part.indexOf(10, from)) {
      begun.push(part.subarray(from, end));
      yield begun.length === 1 ? part.toString('latin1', from, end) : Buffer.concat(begun).toString('latin1');
      begun = [];
      from = end + 1;
    }
    // Copied: the part may be overwritten.
    if (from < part.length) begun.push(Buffer.from(part.subarray(from)));
  }
}
