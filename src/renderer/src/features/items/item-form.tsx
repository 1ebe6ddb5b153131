import { Alert, Button, Group } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../../shared/contract/result'
import type { LeafCategory } from '../../../../shared/domain/items/category'
import { useFormGuard } from '../../scan/use-form-guard'
import { problemsInRefusal, readItemDraft, type ItemDraft, type ItemProblems } from '../../stores/item-draft'
import { useStoreOf } from '../../stores/stores'
import { wordsOfError } from '../../locales/i18n'
import { AttributeFields } from './attribute-fields'
import { CategoryFields } from './category-fields'
import type { FormPart } from './form-part'
import { DetailFields, MoneyFields, WhatFields } from './item-form-fields'
import classes from './items.module.css'
import { PhotoFields } from './photo-fields'

/** A new item. The draft is kept while the person looks elsewhere, and while the window has lost the network. */
export function ItemForm() {
  const draft = useStoreOf('items', (state) => state.draft)
  return draft === null ? null : <Filled draft={draft} />
}

function Filled({ draft }: { draft: ItemDraft }) {
  const { t } = useTranslation()
  const editDraft = useStoreOf('items', (state) => state.editDraft)
  const showList = useStoreOf('items', (state) => state.showList)
  const clearDraft = useStoreOf('items', (state) => state.clearDraft)
  const leaves = useStoreOf('items', (state) => state.leaves)
  const leaf = leaves?.find(({ id }) => id === draft.categoryId) ?? null
  const { form, problems, error, busy, submit } = useCreate(draft, leaf)
  useFormGuard(true)
  const part: FormPart = {
    draft,
    edit: (changed) => editDraft((before) => ({ ...before, ...changed })),
    problem: (field) => {
      const code = problems[field]
      return code === undefined ? null : t(`items.problems.${code}`)
    },
  }
  return (
    <form
      ref={form}
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
          <h1 className={classes['title']}>{t('items.form.title')}</h1>
        </div>
        <div className={classes['sections']}>
          <WhatFields {...part} />
          <MoneyFields {...part} />
          <CategoryFields {...part} leaf={leaf} />
          <DetailFields {...part} />
          <PhotoFields {...part} />
          <AttributeFields {...part} />
        </div>
      </div>
      <div className={classes['foot']}>
        <Problems problems={problems} error={error} />
        <Group justify="flex-end">
          <Button variant="default" size="lg" onClick={clearDraft}>
            {t('items.form.clear')}
          </Button>
          <Button type="submit" size="lg" loading={busy}>
            {t('items.form.submit')}
          </Button>
        </Group>
      </div>
    </form>
  )
}

function Problems({ problems, error }: { problems: ItemProblems; error: BridgeError | null }) {
  const { t } = useTranslation()
  const count = Object.keys(problems).length
  if (count === 0 && error === null) return <span />
  return (
    <Alert role="alert" color="red" className={classes['grow'] ?? ''}>
      {count > 0 ? t('items.form.problems', { count }) : error !== null && wordsOfError(t, error)}
    </Alert>
  )
}

function useCreate(draft: ItemDraft, leaf: LeafCategory | null) {
  const create = useStoreOf('items', (state) => state.create)
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<ItemProblems>({})
  const [error, setError] = useState<BridgeError | null>(null)
  const [busy, setBusy] = useState(false)
  const showFirst = () =>
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readItemDraft(draft, leaf)
    setProblems('problems' in read ? read.problems : {})
    setError(null)
    if ('problems' in read) return void showFirst()
    if (busy) return
    setBusy(true)
    void create(read.body).then((refusal) => {
      setBusy(false)
      if (refusal === null) return
      setProblems(problemsInRefusal(refusal.fields))
      setError(refusal)
      showFirst()
    })
  }
  return { form, problems, error, busy, submit }
}
