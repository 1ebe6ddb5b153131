import { Alert, Button, TextInput } from '@mantine/core'
import { IconArrowLeft, IconCategory2, IconRefresh, IconSearch } from '@tabler/icons-react'
import { useMemo } from 'react'
import { searchTree } from '../../../../shared/domain/items/category'
import { useAct, useKept } from '../../parts/use-read'
import { wordsOfError, useTranslation } from '../../locales/i18n'
import { EmptyState } from '../../parts/empty-state'
import { showMinute } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useEscape } from '../../scan/use-escape'
import { useStoreOf } from '../../stores/stores'
import desk from '../../ui/desk.module.css'
import classes from './categories.module.css'
import { CategoryDetails } from './category-details'
import { CategoryTree } from './category-tree'
import { useCategories } from './use-categories'

/** The marketplace's categories as a tree, and what the chosen one allows. */
export function CategoriesPage() {
  const { t } = useTranslation()
  const go = useStoreOf('screen', (state) => state.go)
  const { error } = useCategories()
  const refreshing = useAct('items:categories')
  const why = refreshing.error ?? error
  const toItems = () => go('items')
  useEscape(toItems)
  return (
    <div className={desk['page']}>
      <div className={classes['head']}>
        <Button variant="default" leftSection={<IconArrowLeft aria-hidden />} onClick={toItems}>
          {t('items.back')}
        </Button>
        <h1 className={desk['title']}>{t('categories.title')}</h1>
        <ReadAgain />
      </div>
      {why !== null && (
        <Alert role="alert" color="red">
          {t('items.form.categoriesMissing', { why: wordsOfError(t, why) })}
        </Alert>
      )}
      <div className={classes['columns']}>
        <Tree />
        <CategoryDetails />
      </div>
    </div>
  )
}

function ReadAgain() {
  const { t } = useTranslation()
  const zone = useZone()
  const { value, isReading, take } = useCategories()
  const { asked, perform } = useAct('items:categories')
  const readAt = value?.readAt ?? null
  const refresh = async () => {
    const answer = await perform({ refresh: true })
    if (answer?.ok) take(answer)
  }
  return (
    <div className={classes['again']}>
      {readAt !== null && (
        <span className={classes['quiet']}>{t('categories.readAt', { at: showMinute(readAt, zone) })}</span>
      )}
      <Button
        variant="default"
        leftSection={<IconRefresh aria-hidden />}
        loading={isReading || asked !== null}
        onClick={() => void refresh()}
      >
        {t('items.form.categoriesRefresh')}
      </Button>
    </div>
  )
}

function Tree() {
  const { t } = useTranslation()
  const { value: tree } = useCategories()
  const [search, find] = useKept('categories.search', '')
  const found = useMemo(() => searchTree(tree?.tree ?? [], search), [tree, search])
  return (
    <section className={classes['card']} aria-label={t('categories.tree')}>
      <search className={classes['search']}>
        <TextInput
          aria-label={t('categories.search')}
          placeholder={t('categories.search')}
          leftSection={<IconSearch aria-hidden />}
          autoComplete="off"
          value={search}
          onChange={(event) => find(event.currentTarget.value)}
        />
      </search>
      {tree !== null && found.length === 0 ? (
        <EmptyState icon={IconCategory2}>
          {t(tree.tree.length === 0 ? 'categories.none' : 'categories.nothingFound')}
        </EmptyState>
      ) : (
        <CategoryTree
          key={search}
          nodes={found}
          isSearched={search.trim() !== ''}
          items={tree?.items ?? {}}
        />
      )}
    </section>
  )
}
