import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { preferenceSchemas, type Preferences } from '../../../../shared/contract/preferences'
import { centsAsTyped } from '../../../../shared/domain/orders/money'
import { strict, typedCents } from '../../forms/typed'
import { useSchemaForm } from '../../forms/use-schema-form'
import { OutcomeAlert } from '../../parts/outcome'
import { useStoreOf } from '../../stores/stores'
import { useLocale } from '../../locales/i18n'
import classes from './operators.module.css'

const limitSchema = z.object({
  refundAskAboveCents: typedCents.pipe(strict(preferenceSchemas.money).refundAskAboveCents),
})

/** The amount above which a refund must be confirmed twice. */
export function RefundLimitForm({ money }: { money: Preferences['money'] }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const currency = useStoreOf('station', (state) => state.bootstrap?.settings.currency ?? '')
  const savePreferences = useStoreOf('station', (state) => state.savePreferences)
  const { field, submit, outcome } = useSchemaForm({
    schema: limitSchema,
    initial: { refundAskAboveCents: centsAsTyped(money.refundAskAboveCents, locale) },
    problemWords: { refundAskAboveCents: t('operators.refundLimitBad') },
    send: (changed) => savePreferences({ money: changed }),
    marksAtOnce: true,
  })
  return (
    <form className={classes['card']} onSubmit={submit} aria-label={t('operators.moneyTitle')}>
      <h2 className={classes['title']}>{t('operators.moneyTitle')}</h2>
      <TextInput
        label={t('operators.refundLimit', { currency })}
        description={t('operators.refundLimitHint')}
        inputMode="decimal"
        autoComplete="off"
        {...field('refundAskAboveCents')}
      />
      <OutcomeAlert outcome={outcome} saved={t('operators.saved')} />
      <Button type="submit">{t('operators.save')}</Button>
    </form>
  )
}
