import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useRead } from '../../api/query';
import { useTranslatedTemplates } from '../../catalogue/use-translated';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Card } from '../../ui/page';
import { toast, toastError } from '../../ui/toast';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { useTrial } from '../flows/recipes';
import styles from './home.module.css';
import { texts } from './texts';

const findRecipes = graphql(`
  query HomeRecipes($id: ID!) {
    workspace(id: $id) {
      templates(limit: 100, sortBy: createdAt, sortOrder: asc) {
        items {
          id
          name
          description
          builtIn
          requiredSecrets
          settings {
            triggerType
          }
        }
      }
    }
  }
`);

/** Three recipes that run at once: without a secret, and with sample data. */
export function Recipes() {
  const t = useTexts(texts);
  const id = useWorkspaceId();
  const can = useCan();
  const { data } = useRead(findRecipes, { id }, { live: ['template'] });
  const trial = useTrial();
  const [tried, setTried] = useState<string | null>(null);
  const templates = useTranslatedTemplates(data?.workspace.templates?.items);
  const recipes = (templates ?? []).filter(
    ({ builtIn, requiredSecrets, settings }) =>
      builtIn && requiredSecrets.length === 0 && settings.triggerType === 'webhook',
  );
  if (recipes.length === 0 || !can('flows:write') || !can('flows:execute')) return null;
  const start = (templateId: string) => {
    setTried(templateId);
    trial.start(templateId).then(() => toast(t.recipeTried), toastError);
  };
  return (
    <Card
      title={t.recipes}
      actions={
        <Link to="/w/$workspaceId/templates" params={{ workspaceId: id }}>
          {t.allTemplates}
        </Link>
      }
    >
      <ul className="columns-230 gap-16 mb-14">
        {recipes.slice(0, 3).map(({ id: templateId, name, description }) => (
          <li key={templateId} className={`stack gap-4 border round-large py-14 px-14 ${styles.recipe}`}>
            <h3>{name}</h3>
            <p className="mb-8 muted">{description}</p>
            <Button
              size="small"
              icon="play"
              aria-label={t.tryRecipe(name)}
              busy={trial.isBusy && tried === templateId}
              disabled={trial.isBusy}
              onClick={() => start(templateId)}
            >
              {t.tryIt}
            </Button>
          </li>
        ))}
      </ul>
      <p className="muted">{t.recipesHint}</p>
    </Card>
  );
}
