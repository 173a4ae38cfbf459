import { useRead } from '../../api/query';
import { useTranslatedTemplates } from '../../catalogue/use-translated';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Empty, ErrorNotice } from '../../ui/notice';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import styles from './flows.module.css';
import { listRecipes, useRecipe } from './recipes';
import { texts } from './texts';

interface NoFlowsProps {
  isFiltered: boolean;
  onCreate: () => void;
  onReset: () => void;
}

/** A list without flows: the way back from filters, or recipes to begin with. */
export function NoFlows({ isFiltered, onCreate, onReset }: NoFlowsProps) {
  const t = useTexts(texts);
  const can = useCan();
  const workspaceId = useWorkspaceId();
  const { data } = useRead(listRecipes, { id: workspaceId }, { enabled: !isFiltered });
  const templates = useTranslatedTemplates(data?.workspace.templates?.items);
  const recipe = useRecipe();
  if (isFiltered) {
    return (
      <Empty icon="search" title={t.nothingFound} action={<Button onClick={onReset}>{t.reset}</Button>}>
        {t.nothingFoundHint}
      </Empty>
    );
  }
  if (!can('flows:write'))
    return (
      <Empty icon="flow" title={t.noFlows}>
        {t.noFlowsToSee}
      </Empty>
    );
  return (
    <div className="scroll">
      <Empty
        icon="flow"
        title={t.noFlows}
        action={
          <Button look="primary" icon="plus" onClick={onCreate}>
            {t.createEmpty}
          </Button>
        }
      >
        {t.noFlowsHint}
      </Empty>
      {recipe.error && <ErrorNotice error={recipe.error} />}
      <ul className={`grid gap-10 ${styles.recipes}`}>
        {templates?.slice(0, 9).map(({ id, name, description, category }) => (
          <li key={id}>
            <button
              className="stack w-full h-full gap-3 text-left pointer border round surface py-12 px-14"
              type="button"
              disabled={recipe.isBusy}
              onClick={() => recipe.use(id)}
            >
              <strong>{name}</strong>
              <span className="muted small">{description}</span>
              {category && <small>{category}</small>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
