import { Alert, Button, TextInput } from '@mantine/core'
import type { ItemDetail } from '../../../../../shared/contract/items'
import { useSchemaForm } from '../../../forms/use-schema-form'
import { useTranslation } from '../../../locales/i18n'
import { NeedsSupervisor } from '../../../parts/needs-supervisor'
import { OutcomeAlert } from '../../../parts/error-alert'
import { useMoney } from '../../../parts/use-money'
import { useFormGuard } from '../../../scan/use-form-guard'
import { useStores } from '../../../stores/stores'
import { changeSchema, NO_CHANGE } from './change-schema'
import classes from '../items.module.css'

/** Adjacent inputs stay aligned, however long the texts below them are. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'error', 'description']

/** A new price or discount. Empty fields change nothing. */
export function ChangeForm({ item, onChange }: { item: ItemDetail; onChange: () => void }) {
  const { t } = useTranslation()
  const money = useMoney()
  const { requests } = useStores().bridge
  const { itemNumber, priceCents, maxDiscountPercent } = item
  const { form, field, submit, outcome } = useSchemaForm({
    schema: changeSchema,
    initial: NO_CHANGE,
    problemWords: {
      priceCents: t('items.problems', { returnObjects: true }),
      maxDiscountPercent: t('items.problems.not_percent'),
    },
    async send(change) {
      const answer = await requests['items:update']({ itemNumber, ...change })
      onChange()
      return answer.ok ? null : answer.error
    },
    onSaved: (_change, show) => show(NO_CHANGE),
  })
  useFormGuard(Object.values(form.values).some((typed) => typed !== ''))
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
            {...field('priceCents')}
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
            {...field('maxDiscountPercent')}
          />
        </div>
        <p className={classes['hint']}>{t('items.change.hint')}</p>
        {form.errors['nothing'] !== undefined && (
          <Alert role="alert" color="red" mb="sm">
            {t('items.change.nothing')}
          </Alert>
        )}
        <OutcomeAlert outcome={outcome} saved={t('items.change.saved')} mb="sm" />
        <Button type="submit">{t('items.change.submit')}</Button>
        <NeedsSupervisor />
      </form>
    </section>
  )
}
