import { useMemo } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { usePages } from '../../api/query';
import { useCatalogue } from '../../canvas/catalogue';
import { FlowCanvas } from '../../canvas/flow-canvas';
import { canvasGraph, flowEdgesOf, flowNodesOf } from '../../canvas/graph';
import { useTranslatedTemplates } from '../../catalogue/use-translated';
import { useTexts } from '../../i18n/texts';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Empty, ErrorNotice } from '../../ui/notice';
import { Page, Skeleton, Toolbar } from '../../ui/page';
import { SearchBox } from '../../ui/search-box';
import { toastError } from '../../ui/toast';
import { passing, useAddress } from '../../workspace/address';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { useRecipe, useTrial } from '../flows/recipes';
import { DeleteTemplate } from './delete-template';
import styles from './templates.module.css';
import { texts } from './texts';

const listTemplates = graphql(`
  query TemplatesList($id: ID!, $cursor: String, $search: String) {
    workspace(id: $id) {
      templates(limit: 50, cursor: $cursor, search: $search, sortBy: name, sortOrder: asc) {
        items {
          id
          name
          description
          category
          tags
          builtIn
          requiredSecrets
          usageCount
          nodes
          edges
        }
        pagination {
          total
          nextCursor
        }
      }
    }
  }
`);
type Template = NonNullable<ResultOf<typeof listTemplates>['workspace']['templates']>['items'][number];

const names = { q: passing, template: passing };

/** The templates: a list, and the chosen one on the canvas. */
export default function Templates() {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const [{ q = '', template }, go] = useAddress(names);
  const pages = usePages(
    listTemplates,
    { id: workspaceId, search: q || null },
    ({ workspace }) => workspace.templates,
    { live: ['template'] },
  );
  const { query, more } = pages;
  const items = useTranslatedTemplates(pages.items);
  const chosen = items?.find(({ id }) => id === template) ?? items?.[0];
  return (
    <Page fill title={t.templates} description={t.about}>
      <Toolbar>
        <SearchBox value={q} onChange={(typed) => go({ q: typed, template: undefined })} label={t.search} />
      </Toolbar>
      {query.error && !items && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {!items && !query.error && <Skeleton lines={8} />}
      {items?.length === 0 && <Empty icon="template" title={t.nothingFound} />}
      {items && chosen && (
        <div className={`grid grow min-h-0 ${styles.layout}`}>
          <ul className={`scroll ${styles.list}`} aria-label={t.templates}>
            {items.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  aria-current={one.id === chosen.id ? 'true' : undefined}
                  onClick={() => go({ template: one.id })}
                >
                  <strong>{one.name}</strong>
                  <span>{one.description}</span>
                  <small className="block muted">
                    {one.category}
                    {!one.builtIn && ` · ${t.own}`}
                  </small>
                </button>
              </li>
            ))}
            {query.hasNextPage && (
              <li>
                <Button onClick={more}>{t.more}</Button>
              </li>
            )}
          </ul>
          <Preview key={chosen.id} template={chosen} />
        </div>
      )}
    </Page>
  );
}

function Preview({ template }: { template: Template }) {
  const t = useTexts(texts);
  const can = useCan();
  const catalogue = useCatalogue();
  const recipe = useRecipe();
  const trial = useTrial();
  const { name, description, tags, requiredSecrets, usageCount, builtIn, nodes, edges } = template;
  const graph = useMemo(
    () => canvasGraph(flowNodesOf(nodes), flowEdgesOf(edges), { catalogue, quiet: true }),
    [nodes, edges, catalogue],
  );
  return (
    <section className={`stack min-h-0 clip box ${styles.preview}`} aria-label={name}>
      <header>
        <div>
          <h2>{name}</h2>
          <p>{description}</p>
          <p className="row wrap gap-6 mt-8">
            {tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
            {requiredSecrets.map((secret) => (
              <Badge key={secret} tone="warning">
                {t.requires(secret)}
              </Badge>
            ))}
            {usageCount > 0 && <span>{t.used(usageCount)}</span>}
          </p>
        </div>
        {can('flows:write') && (
          <div className="flex gap-8">
            {!builtIn && <DeleteTemplate id={template.id} name={name} />}
            {can('flows:execute') && requiredSecrets.length === 0 && (
              <Button
                icon="play"
                title={t.tryHint}
                busy={trial.isBusy}
                onClick={() => void trial.start(template.id).catch(toastError)}
              >
                {t.tryIt}
              </Button>
            )}
            <Button look="primary" icon="plus" busy={recipe.isBusy} onClick={() => recipe.use(template.id)}>
              {t.use}
            </Button>
          </div>
        )}
      </header>
      {recipe.error && <ErrorNotice error={recipe.error} />}
      <div className={styles.canvas}>{catalogue.size > 0 && <FlowCanvas {...graph} />}</div>
    </section>
  );
}
