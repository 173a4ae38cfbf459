import { Command, Option } from 'commander';
import { nodeCategories } from '../../src/engine/index.js';
import { scaffoldNode } from './scaffold-node.js';
import { scaffoldRecord } from './scaffold-record.js';
import { effects, type RuleEffect, scaffoldRule } from './scaffold-rule.js';
import { type Scaffold, writeScaffold } from './write-scaffold.js';

/** Creates a node type, a kind of records or a validation rule, with its test, in the project in this folder. */
async function main(): Promise<void> {
  const root = process.cwd();
  const program = new Command('create').description('Create a node type, a kind of records or a validation rule.');
  program
    .command('node <name>')
    .description('create a node type, for example: node find-invoice --category data')
    .addOption(new Option('--category <category>', 'its group in the catalogue').choices(created).makeOptionMandatory())
    .action((name: string, { category }: { category: string }) => finish(root, scaffoldNode(root, name, category)));
  program
    .command('record <name>')
    .description('create a kind of records, for example: record invoice --module crm/definitions')
    .requiredOption('--module <module>', 'the module it belongs to: <context>/<module>')
    .option('--plural <name>', 'the plural of its name; an s is added by default')
    .option('--capability <family>', 'the capabilities that it requires; of its own by default')
    .action((name: string, options: { module: string }) => finish(root, scaffoldRecord(root, name, options)));
  program
    .command('rule <name>')
    .description('create a validation rule, for example: rule node-unlabelled --effect inform')
    .addOption(new Option('--effect <effect>', 'what its issues do').choices(Object.keys(effects)).default('warn'))
    .action((name: string, { effect }: { effect: RuleEffect }) => finish(root, scaffoldRule(name, effect)));
  await program.parseAsync();
}

/** A trigger is also a way to start flows, which no template covers. */
const created = nodeCategories.filter((category) => category !== 'trigger');

function finish(root: string, scaffold: Scaffold): void {
  const written = writeScaffold(root, scaffold);
  const lines = ['Wrote', ...written.map((path) => `  ${path}`), 'Next', ...scaffold.next.map((step) => `  ${step}`)];
  process.stdout.write(`${lines.join('\n')}\n`);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
