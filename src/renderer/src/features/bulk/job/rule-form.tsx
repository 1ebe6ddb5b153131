import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useEffect, type FormEvent, type ReactNode } from 'react'
import type { BulkJobView } from '../../../../../shared/contract/bulk'
import { ROUNDINGS } from '../../../../../shared/domain/items/price-rule'
import { useSchemaForm } from '../../../forms/use-schema-form'
import { useLocale, useTranslation } from '../../../locales/i18n'
import { OutcomeAlert, type Outcome } from '../../../parts/error-alert'
import { useBulk } from '../../../parts/use-bulk'
import { useFormGuard } from '../../../scan/use-form-guard'
import { useStoreOf } from '../../../stores/stores'
import classes from '../bulk.module.css'
import {
  DISCOUNT_CHANGES,
  discountRuleSchema,
  isAmount,
  PRICE_CHANGES,
  priceRuleSchema,
  typedDiscountRule,
  typedPriceRule,
} from './rule-schema'

/** How the values of a draft change; its preview follows. */
export function RuleForm({ job }: { job: BulkJobView }) {
  return job.kind === 'price' ? <PriceForm job={job} /> : <DiscountForm job={job} />
}

function PriceForm({ job }: { job: BulkJobView }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const currency = useStoreOf('station', (state) => state.bootstrap?.settings.currency ?? '')
  const { setUp } = useBulk()
  const amounts = t('items.problems', { returnObjects: true })
  const { form, field, submit, outcome } = useSchemaForm({
    schema: priceRuleSchema,
    initial: typedPriceRule(job.spec.price, locale),
    problemWords: {
      value: { ...amounts, not_percent: t('bulk.rule.badPercent') },
      neverBelowCents: amounts,
    },
    send: (price) => setUp({ price }),
  })
  useSaved(form, outcome)
  return (
    <Card title={t('bulk.rule.price')} onSubmit={submit} outcome={outcome}>
      <NativeSelect
        label={t('bulk.columns.what')}
        data={PRICE_CHANGES.map((value) => ({ value, label: t(`bulk.rule.changes.${value}`) }))}
        {...field('by')}
      />
      <TextInput
        label={t(isAmount(form.values.by) ? 'bulk.rule.amount' : 'bulk.rule.percent', { currency })}
        inputMode="decimal"
        autoComplete="off"
        {...field('value')}
      />
      <NativeSelect
        label={t('bulk.rule.rounding')}
        data={ROUNDINGS.map((value) => ({ value, label: t(`bulk.rule.roundings.${value}`) }))}
        {...field('rounding')}
      />
      <TextInput
        label={t('bulk.rule.neverBelow', { currency })}
        placeholder={t('items.form.optional')}
        inputMode="decimal"
        autoComplete="off"
        {...field('neverBelowCents')}
      />
    </Card>
  )
}

function DiscountForm({ job }: { job: BulkJobView }) {
  const { t } = useTranslation()
  const { setUp } = useBulk()
  const { form, field, submit, outcome } = useSchemaForm({
    schema: discountRuleSchema,
    initial: typedDiscountRule(job.spec.discount),
    problemWords: {
      value: {
        wrong: t('items.problems.not_percent'),
        not_percent: t('items.problems.not_percent'),
        not_points: t('bulk.rule.badPoints'),
      },
    },
    send: (discount) => setUp({ discount }),
  })
  useSaved(form, outcome)
  return (
    <Card title={t('bulk.rule.discount')} onSubmit={submit} outcome={outcome}>
      <NativeSelect
        label={t('bulk.columns.what')}
        data={DISCOUNT_CHANGES.map((value) => ({ value, label: t(`bulk.rule.discounts.${value}`) }))}
        {...field('by')}
      />
      <TextInput
        label={t(form.values.by === 'set' ? 'bulk.rule.percent' : 'bulk.rule.points')}
        inputMode="numeric"
        autoComplete="off"
        {...field('value')}
      />
    </Card>
  )
}

type CardProps = {
  title: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  outcome: Outcome
  children: ReactNode
}

function Card({ title, onSubmit, outcome, children }: CardProps) {
  const { t } = useTranslation()
  return (
    <form className={classes['card']} onSubmit={onSubmit} aria-label={title} noValidate>
      <div className={classes['ruleFields']}>
        {children}
        <Button type="submit" variant="light" leftSection={<IconEye size={18} aria-hidden />}>
          {t('bulk.rule.preview')}
        </Button>
      </div>
      <p className={classes['hint']}>
        <FloorWords />
      </p>
      {outcome !== 'saved' && <OutcomeAlert outcome={outcome} mt="sm" />}
    </form>
  )
}

function FloorWords() {
  const { t } = useTranslation()
  const prices = useStoreOf('station', (state) => state.bootstrap?.preferences.prices)
  const [present, msrp] = [prices?.floorOfPresentPercent ?? 0, prices?.floorOfMsrpPercent ?? 0]
  if (present > 0 && msrp > 0) return t('bulk.floor.both', { present, msrp })
  if (present > 0) return t('bulk.floor.present', { present })
  return msrp > 0 ? t('bulk.floor.msrp', { msrp }) : t('bulk.floor.none')
}

/** What the preview shows is what the form compares with from now on. */
function useSaved(form: { resetDirty: () => void; isDirty: () => boolean }, outcome: Outcome): void {
  const isSaved = outcome === 'saved'
  useEffect(() => {
    if (isSaved) form.resetDirty()
    // oxlint-disable-next-line react/exhaustive-deps -- the form is another object at each drawing
  }, [isSaved])
  useFormGuard(form.isDirty())
}
