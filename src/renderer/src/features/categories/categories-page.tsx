import { Alert, Button, TextInput } from '@mantine/core'
import { IconArrowLeft, IconCategory2, IconRefresh, IconSearch } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { searchTree } from '../../../../shared/domain/items/category'
import { wordsOfError } from '../../locales/i18n'
import { EmptyState } from '../../parts/empty-state'
import { showMinute } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useEscape } from '../../scan/use-escape'
import { useStoreOf } from '../../stores/stores'
import desk from '../../ui/desk.module.css'
import classes from './categories.module.css'
import { CategoryDetails } from './category-details'
import { CategoryTree } from './category-tree'

/** The marketplace's categories as a tree, and what the chosen one allows. */
export function CategoriesPage() {
  const { t } = useTranslation()
  const go = useStoreOf('screen', (state) => state.go)
  const read = useStoreOf('categories', (state) => state.read)
  const error = useStoreOf('categories', (state) => state.error)
  const toItems = () => go('items')
  useEscape(toItems)
  // What the account has in each category may have changed since.
  useEffect(() => void read(false), [read])
  return (
    <div className={desk['page']}>
      <div className={classes['head']}>
        <Button variant="default" leftSection={<IconArrowLeft aria-hidden />} onClick={toItems}>
          {t('items.back')}
        </Button>
        <h1 className={desk['title']}>{t('categories.title')}</h1>
        <ReadAgain />
      </div>
      {error !== null && (
        <Alert role="alert" color="red">
          {t('items.form.categoriesMissing', { why: wordsOfError(t, error) })}
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
  const readAt = useStoreOf('categories', (state) => state.tree?.readAt ?? null)
  const busy = useStoreOf('categories', (state) => state.busy)
  const read = useStoreOf('categories', (state) => state.read)
  return (
    <div className={classes['again']}>
      {readAt !== null && (
        <span className={classes['quiet']}>{t('categories.readAt', { at: showMinute(readAt, zone) })}</span>
      )}
      <Button
        variant="default"
        leftSection={<IconRefresh aria-hidden />}
        loading={busy}
        onClick={() => void read(true)}
      >
        {t('items.form.categoriesRefresh')}
      </Button>
    </div>
  )
}

function Tree() {
  const { t } = useTranslation()
  const tree = useStoreOf('categories', (state) => state.tree)
  const search = useStoreOf('categories', (state) => state.search)
  const find = useStoreOf('categories', (state) => state.find)
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
