import { Alert, Button, Group } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useSchemaForm } from '../../../forms/use-schema-form'
import type { Outcome } from '../../../parts/error-alert'
import { useRead } from '../../../parts/use-read'
import { useFormGuard } from '../../../scan/use-form-guard'
import { useStoreOf, useStores } from '../../../stores/stores'
import { wordsOfError, useTranslation } from '../../../locales/i18n'
import desk from '../../../ui/desk.module.css'
import { AttributeFields } from './attribute-fields'
import { CategoryFields } from './category-fields'
import { DetailFields, MoneyFields, WhatFields } from './item-form-fields'
import { emptyItem, itemSchema } from './item-schema'
import classes from '../items.module.css'
import { PhotoFields } from './photo-fields'
import { readDraft } from './item-draft'
import { useItemDraft } from './use-item-draft'

type Props = { onClose: () => void; onCreated: (externalId: string) => void }

/** A new item. What is typed survives a look at other pages, a lost network and a restart. */
export function ItemForm(props: Props) {
  const [draft, keep] = useItemDraft()
  return draft === undefined ? null : <NewItem {...{ draft, keep }} {...props} />
}

type FormProps = Props & { draft: string | null; keep: (draft: string | null) => void }

function NewItem({ onClose, ...draft }: FormProps) {
  const { t } = useTranslation()
  const element = useRef<HTMLFormElement>(null)
  const { form, field, submit, outcome, leaf, clear } = useNewItem(draft, () => {
    setTimeout(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  })
  useFormGuard(true)
  const part = { form, field, leaf }
  return (
    <form ref={element} className={classes['form']} onSubmit={submit} noValidate aria-label={t('items.new')}>
      <div className={classes['formScroll']}>
        <div className={classes['head']}>
          <Button variant="default" leftSection={<IconArrowLeft aria-hidden />} onClick={onClose}>
            {t('items.back')}
          </Button>
          <h1 className={desk['title']}>{t('items.new')}</h1>
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
function useNewItem({ draft, keep, onCreated }: Omit<FormProps, 'onClose'>, onMarked: () => void) {
  const { t } = useTranslation()
  const { bridge, reads } = useStores()
  const leaves = useRead('items:category', { refresh: false }).value
  const warehouseId = useStoreOf('station', (state) => state.bootstrap?.settings.warehouseId ?? null)
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
    async send(body) {
      const account = reads.account()
      const answer = await bridge.requests['items:create']({ body })
      if (!answer.ok) return answer.error
      // What is typed now is of another account.
      if (reads.account() !== account) return null
      keep(null)
      onCreated(answer.value.externalId)
      return null
    },
    onChange: (typed) => {
      setCategoryId(typed.category_id)
      keep(JSON.stringify(typed))
    },
    isKept: true,
    onMarked,
  })
  return { form, ...rest, leaf, clear: () => form.setValues(emptyItem(warehouseId)) }
}
