/**
 * The changelog in which what is unreleased becomes a version with its date, below an empty "Unreleased".
 * @param date as YYYY-MM-DD
 * @throws Error if there is nothing to release
 */
export function releaseChangelog(changelog: string, version: string, date: string): string {
  const heading = '## Unreleased\n';
  const [before, after, ...others] = changelog.split(heading);
  if (after === undefined || others.length > 0) throw new Error('CHANGELOG.md must have "## Unreleased" once.');
  if (!/^- /m.test(after.split(/^## /m)[0] ?? '')) throw new Error('CHANGELOG.md names nothing below "## Unreleased".');
  return `${before}${heading}\n## ${version} (${date})\n${after}`;
}

const form = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:-[0-9A-Za-z.-]{1,40})?$/;

/** @throws Error if `version` is no version, or not newer than `current` */
export function requireNewer(version: string, current: string): void {
  if (!form.test(version))
    throw new Error(`The version must be MAJOR.MINOR.PATCH, for example 1.2.0, not "${version}".`);
  if (compare(version, current) <= 0) throw new Error(`The version must be newer than ${current}, not ${version}.`);
}

/** A prerelease is older than its version; prereleases of one version compare by their text, numbers by value. */
function compare(left: string, right: string): number {
  const [[leftCore, leftPre], [rightCore, rightPre]] = [split(left), split(right)];
  return (
    collator.compare(leftCore, rightCore) ||
    Number(leftPre === '') - Number(rightPre === '') ||
    collator.compare(leftPre, rightPre)
  );
}

const collator = new Intl.Collator('en', { numeric: true });

function split(version: string): [core: string, prerelease: string] {
  const dash = version.indexOf('-');
  return dash < 0 ? [version, ''] : [version.slice(0, dash), version.slice(dash + 1)];
}
