/** The floors of the house: imports go down only. See docs/architecture.md. */
const inFeature = '^src/features/([^/]+)/';
/** What Node is started with. The sandbox is a process of its own and pages are read in a thread of its own, started by their paths. */
const entries = '^src/(main|platform/code/sandbox-process|features/company-contexts/site/page-worker|cli/(credits|demo|rotate-keys|print-schema|print-openapi|print-database))\\.ts$';

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    {
      name: 'every-file-is-reachable',
      comment: 'What nothing leads to from main or a command line tool is dead.',
      severity: 'error',
      from: { path: entries },
      to: { path: '^src/', pathNot: entries, reachable: false },
    },
    { name: 'platform-imports-nothing-above', severity: 'error', from: { path: '^src/platform/' }, to: { path: '^src/(?!platform/)' } },
    { name: 'engine-is-pure', severity: 'error', from: { path: '^src/engine/' }, to: { path: '^src/(?!engine/)' } },
    {
      name: 'engine-uses-pure-libraries',
      severity: 'error',
      from: { path: '^src/engine/' },
      to: { path: 'node_modules/', pathNot: 'node_modules/(zod|@bufbuild/(cel|cel-spec|protobuf|re2)|re2js|quick-lru|node-re2)/' },
    },
    { name: 'nodes-stand-on-engine-and-platform', severity: 'error', from: { path: '^src/nodes/' }, to: { path: '^src/(app|cli|features|rest)/' } },
    { name: 'rest-stands-on-platform', severity: 'error', from: { path: '^src/rest/' }, to: { path: '^src/(app|cli|features|nodes|engine)/' } },
    { name: 'features-know-no-app', severity: 'error', from: { path: '^src/features/' }, to: { path: '^src/(app|cli)/' } },
    {
      name: 'slices-meet-at-their-index',
      comment: 'Entities may be imported across slices, child to parent.',
      severity: 'error',
      from: { path: inFeature },
      to: { path: inFeature, pathNot: ['^src/features/$1/', '^src/features/[^/]+/index\\.ts$', '\\.entity\\.ts$'] },
    },
    {
      name: 'http-stays-at-the-door',
      severity: 'error',
      from: { path: '^src/(?!app/|rest/|cli/)' },
      to: { path: 'node_modules/(express|@apollo|graphql-ws|@as-integrations|@modelcontextprotocol|ws)/' },
    },
    {
      name: 'no-undeclared-packages',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
};
