import { Alert, Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../../shared/contract/result'
import type { ItemDetail } from '../../../../shared/contract/item-views'
import { NeedsSupervisor } from '../../parts/needs-supervisor'
import { useMoney } from '../../parts/use-money'
import { useFormGuard } from '../../scan/use-form-guard'
import { useStoreOf } from '../../stores/stores'
import { wordsOfError } from '../../locales/i18n'
import { NO_CHANGE, readChange, type ChangeDraft, type ChangeProblems } from './change-draft'
import classes from './items.module.css'

/** Inputs side by side stay in one line, however long the words below them are. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'error', 'description']

/** A new price or discount. What is left empty stays as it is. */
export function ChangeForm({ item }: { item: ItemDetail }) {
  const { t } = useTranslation()
  const money = useMoney()
  const { draft, edit, problems, nothing, error, saved, submit } = useChange(item)
  const { priceCents, maxDiscountPercent } = item
  const problem = (field: keyof ChangeDraft) => {
    const code = problems[field]
    return code === undefined ? null : t(`items.problems.${code}`)
  }
  return (
    <section className={classes['card']} aria-label={t('items.change.title')}>
      <h2 className={classes['cardTitle']}>{t('items.change.title')}</h2>
      <form onSubmit={submit} noValidate>
        <div className={classes['pair']}>
          <TextInput
            label={t('items.change.price')}
            inputWrapperOrder={ORDER}
            description={t('items.change.priceNow', { amount: money(priceCents) ?? t('items.none') })}
            inputMode="decimal"
            autoComplete="off"
            value={draft.price}
            onChange={(event) => edit({ price: event.currentTarget.value })}
            error={problem('price')}
          />
          <TextInput
            label={t('items.change.discount')}
            inputWrapperOrder={ORDER}
            description={
              maxDiscountPercent === null
                ? t('items.change.discountNone')
                : t('items.change.discountNow', { percent: maxDiscountPercent })
            }
            inputMode="numeric"
            autoComplete="off"
            value={draft.discount}
            onChange={(event) => edit({ discount: event.currentTarget.value })}
            error={problem('discount')}
          />
        </div>
        <p className={classes['hint']}>{t('items.change.hint')}</p>
        {(nothing || error !== null) && (
          <Alert role="alert" color="red" mb="sm">
            {error === null ? t('items.change.nothing') : wordsOfError(t, error)}
          </Alert>
        )}
        {saved && (
          <Alert role="status" color="green" mb="sm">
            {t('items.change.saved')}
          </Alert>
        )}
        <Button type="submit">{t('items.change.submit')}</Button>
        <NeedsSupervisor />
      </form>
    </section>
  )
}

function useChange({ itemNumber }: ItemDetail) {
  const update = useStoreOf('items', (state) => state.update)
  const [draft, setDraft] = useState<ChangeDraft>(NO_CHANGE)
  const [problems, setProblems] = useState<ChangeProblems>({})
  const [nothing, setNothing] = useState(false)
  const [error, setError] = useState<BridgeError | null>(null)
  const [saved, setSaved] = useState(false)
  useFormGuard(draft.price !== '' || draft.discount !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readChange(draft)
    setProblems('problems' in read ? read.problems : {})
    setNothing('change' in read && read.change === null)
    setError(null)
    setSaved(false)
    if ('problems' in read || read.change === null) return
    void update({ itemNumber, ...read.change }).then((refusal) => {
      setError(refusal)
      setSaved(refusal === null)
      if (refusal === null) setDraft(NO_CHANGE)
    })
  }
  const edit = (part: Partial<ChangeDraft>) => {
    setSaved(false)
    setDraft({ ...draft, ...part })
  }
  return { draft, edit, problems, nothing, error, saved, submit }
}
