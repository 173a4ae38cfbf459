/** The layers: imports go down only, between layers, contexts and modules, types included. See docs/architecture.md. */
const inModule = '^src/contexts/([^/]+/[^/]+)/';
/** From the top down: a context imports those behind it. `crm` and `billing` stand side by side. */
const contexts = [['insight'], ['engagement'], ['automation'], ['billing', 'crm'], ['accounts']];
const contextRules = contexts.flatMap((floor, index) =>
  floor.map((context) => ({
    name: `${context}-imports-contexts-below`,
    severity: 'error',
    from: { path: `^src/contexts/${context}/` },
    to: {
      path: `^src/contexts/(?!(${[context, ...contexts.slice(index + 1).flat()].join('|')})/|module\\.ts)`,
    },
  })),
);
/** What Node is started with, and the configuration of MikroORM's command line. The sandbox and the process for suspects are processes of their own, and pages are read in a thread of its own, started by their paths. The client is a package of its own. */
const entries = '^src/(main|dashboard/main|client/(index|graphql-ws)|platform/code/(sandbox-process|isolate/(luxon|names|standard))|app/suspect\\.process|contexts/engagement/company-contexts/site/page-worker|cli/(main|mikro-orm\\.config))\\.tsx?$';

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    ...contextRules,
    {
      name: 'every-file-is-reachable',
      comment: 'What nothing leads to from main or a command line tool is dead.',
      severity: 'error',
      from: { path: [entries, '^tools/'] },
      to: { path: '^src/', pathNot: [entries, '^src/dashboard/(generated/index|css\\.d)\\.ts$'], reachable: false },
    },
    { name: 'sources-import-no-tools', severity: 'error', from: { path: '^src/' }, to: { path: '^tools/' } },
    { name: 'client-imports-no-server', severity: 'error', from: { path: '^src/client/' }, to: { path: '^src/(?!client/)' } },
    { name: 'server-imports-no-client', severity: 'error', from: { path: '^src/(?!client/|dashboard/)' }, to: { path: '^src/client/' } },
    { name: 'dashboard-imports-client-only', severity: 'error', from: { path: '^src/dashboard/' }, to: { path: '^src/(?!client/|dashboard/)' } },
    { name: 'dashboard-is-served-only', severity: 'error', from: { path: '^src/(?!dashboard/)' }, to: { path: '^src/dashboard/' } },
    {
      name: 'client-uses-protocol-libraries',
      severity: 'error',
      from: { path: '^src/client/' },
      to: { dependencyTypesNot: ['local', 'type-only'], pathNot: ['^src/client/', 'node_modules/graphql-ws/'] },
    },
    {
      name: 'packages-are-imported-statically',
      comment: 'Bundled, what a dynamic import of a CommonJS package exports has no names: import a module of ours that imports it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(dashboard|cli)/' },
      to: { dynamic: true, path: 'node_modules/' },
    },
    { name: 'platform-imports-nothing-above', severity: 'error', from: { path: '^src/platform/' }, to: { path: '^src/(?!platform/)' } },
    { name: 'engine-is-pure', severity: 'error', from: { path: '^src/engine/' }, to: { path: '^src/(?!engine/)' } },
    {
      name: 'engine-uses-pure-libraries',
      severity: 'error',
      from: { path: '^src/engine/' },
      to: { path: 'node_modules/', pathNot: 'node_modules/(zod|leven|luxon|@types/luxon|cheerio|libphonenumber-js|@bufbuild/(cel|cel-spec|protobuf|re2)|re2js|quick-lru|node-re2)/' },
    },
    { name: 'nodes-stand-on-engine-and-platform', severity: 'error', from: { path: '^src/nodes/' }, to: { path: '^src/(app|cli|contexts|rest)/' } },
    { name: 'rest-stands-on-platform', severity: 'error', from: { path: '^src/rest/' }, to: { path: '^src/(app|cli|contexts|nodes|engine)/', pathNot: '^src/engine/did-you-mean\\.ts$' } },
    { name: 'contexts-know-no-app', severity: 'error', from: { path: '^src/contexts/' }, to: { path: '^src/(app|cli)/' } },
    {
      name: 'modules-meet-at-their-index',
      comment: 'Entities may be imported across modules, child to parent.',
      severity: 'error',
      from: { path: inModule },
      to: { path: inModule, pathNot: ['^src/contexts/$1/', '^src/contexts/[^/]+/[^/]+/index\\.ts$', '\\.entity\\.ts$'] },
    },
    {
      name: 'http-stays-at-the-edge',
      severity: 'error',
      from: { path: '^src/(?!app/|rest/|cli/|client/)' },
      to: { path: 'node_modules/(express|@apollo|graphql-ws|@as-integrations|@modelcontextprotocol|ws)/' },
    },
    {
      name: 'telemetry-is-loaded-when-it-is-used',
      comment: 'Only start-telemetry leads to OpenTelemetry, and it is imported dynamically.',
      severity: 'error',
      from: { pathNot: '^src/platform/telemetry/' },
      to: {
        path: ['node_modules/@opentelemetry/', '^src/platform/telemetry/'],
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    {
      name: 'no-undeclared-packages',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
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
