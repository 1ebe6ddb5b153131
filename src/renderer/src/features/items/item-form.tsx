import { Alert, Button, Group } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSchemaForm } from '../../forms/use-schema-form'
import type { Outcome } from '../../parts/outcome'
import { useFormGuard } from '../../scan/use-form-guard'
import { useStoreOf } from '../../stores/stores'
import { wordsOfError } from '../../locales/i18n'
import desk from '../../ui/desk.module.css'
import { AttributeFields } from './attribute-fields'
import { CategoryFields } from './category-fields'
import { DetailFields, MoneyFields, WhatFields } from './item-form-fields'
import { emptyItem, itemSchema } from './item-schema'
import classes from './items.module.css'
import { PhotoFields } from './photo-fields'
import { readDraft } from './read-draft'

/** A new item. What is typed survives a look at other pages, a lost network and a restart. */
export function ItemForm() {
  const ready = useStoreOf('itemForm', (state) => state.ready)
  const open = useStoreOf('itemForm', (state) => state.open)
  useEffect(() => void open(), [open])
  return ready ? <NewItem /> : null
}

function NewItem() {
  const { t } = useTranslation()
  const showList = useStoreOf('items', (state) => state.showList)
  const element = useRef<HTMLFormElement>(null)
  const { form, field, submit, outcome, leaf, clear } = useNewItem(() => {
    setTimeout(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  })
  useFormGuard(true)
  const part = { form, field, leaf }
  return (
    <form
      ref={element}
      className={classes['form']}
      onSubmit={submit}
      noValidate
      aria-label={t('items.form.title')}
    >
      <div className={classes['formScroll']}>
        <div className={classes['head']}>
          <Button variant="default" leftSection={<IconArrowLeft aria-hidden />} onClick={showList}>
            {t('items.back')}
          </Button>
          <h1 className={desk['title']}>{t('items.form.title')}</h1>
        </div>
        <div className={classes['sections']}>
          <WhatFields {...part} />
          <MoneyFields {...part} />
          <CategoryFields {...part} />
          <DetailFields {...part} />
          <PhotoFields {...part} />
          <AttributeFields {...part} />
        </div>
      </div>
      <div className={classes['foot']}>
        <Problems count={Object.keys(form.errors).length} outcome={outcome} />
        <Group justify="flex-end">
          <Button variant="default" size="lg" onClick={clear}>
            {t('items.form.clear')}
          </Button>
          <Button type="submit" size="lg" loading={form.submitting}>
            {t('items.form.submit')}
          </Button>
        </Group>
      </div>
    </form>
  )
}

function Problems({ count, outcome }: { count: number; outcome: Outcome }) {
  const { t } = useTranslation()
  if (count === 0 && (outcome === null || outcome === 'saved')) return <span />
  return (
    <Alert role="alert" color="red" className={classes['grow'] ?? ''}>
      {outcome === null || outcome === 'saved'
        ? t('items.form.problems', { count })
        : wordsOfError(t, outcome)}
    </Alert>
  )
}

/** @param onMarked called when fields were marked */
function useNewItem(onMarked: () => void) {
  const { t } = useTranslation()
  const draft = useStoreOf('itemForm', (state) => state.draft)
  const keepDraft = useStoreOf('itemForm', (state) => state.keepDraft)
  const leaves = useStoreOf('items', (state) => state.leaves)
  const warehouseId = useStoreOf('station', (state) => state.bootstrap?.settings.warehouseId ?? null)
  const create = useStoreOf('itemForm', (state) => state.create)
  const [initial] = useState(() => readDraft(draft, emptyItem(warehouseId)))
  const [categoryId, setCategoryId] = useState(initial.category_id)
  const leaf = leaves?.find(({ id }) => id === categoryId) ?? null
  const problems = t('items.problems', { returnObjects: true })
  const { form, ...rest } = useSchemaForm({
    schema: itemSchema(leaf),
    initial,
    problemWords: {
      discount: problems.not_percent,
      'photos.url': problems.not_url,
      'photos.subtype': problems.subtype_missing,
      'attributes.material.value': problems.material_missing,
      'attributes.material.percentage': problems.not_percent,
      '*': problems,
    },
    send: create,
    onChange: (typed) => {
      setCategoryId(typed.category_id)
      keepDraft(typed)
    },
    isKept: true,
    onMarked,
  })
  return { form, ...rest, leaf, clear: () => form.setValues(emptyItem(warehouseId)) }
}
