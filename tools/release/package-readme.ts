/**
 * The README of the package: that of the project without what only a clone has, between `<!-- clone -->` and `<!-- /clone -->`, and with
 * what a reader of the project does not see, between `<!-- package` and `/package -->`.
 */
export function packageReadme(readme: string): string {
  const text = readme
    .replace(/<!-- clone -->.*?<!-- \/clone -->\n/gs, '')
    .replace(/<!-- package\n(.*?)\/package -->\n/gs, '$1')
    .replace('\n\nOr follow executions live, in another terminal: npm run demo', '')
    .replace(/\n{3,}/g, '\n\n');
  const left = /<!--|npm run \S+/.exec(text)?.[0];
  if (left) throw new Error(`README.md says "${left}" outside of the parts for a clone: a package does not have it.`);
  return text;
}
