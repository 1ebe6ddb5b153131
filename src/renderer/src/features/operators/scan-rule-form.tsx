import { Button, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { preferenceSchemas, type Preferences } from '../../../../shared/contract/preferences'
import { strict } from '../../forms/typed'
import { useSchemaForm } from '../../forms/use-schema-form'
import { OutcomeAlert } from '../../parts/outcome'
import { useStoreOf } from '../../stores/stores'
import classes from './operators.module.css'
import { z } from 'zod'

const ruleSchema = z.object(strict(preferenceSchemas.packing))

/** Whether items may be ticked by hand without a supervisor. */
export function ScanRuleForm({ packing }: { packing: Preferences['packing'] }) {
  const { t } = useTranslation()
  const savePreferences = useStoreOf('station', (state) => state.savePreferences)
  const supervised = useStoreOf(
    'operator',
    (state) => state.signIn?.operators.some(({ role }) => role === 'supervisor') ?? false,
  )
  const { field, submit, outcome } = useSchemaForm({
    schema: ruleSchema,
    initial: packing,
    problemWords: {},
    send: (changed) => savePreferences({ packing: changed }),
    marksAtOnce: true,
  })
  return (
    <form className={classes['card']} onSubmit={submit} aria-label={t('operators.scanRuleTitle')}>
      <h2 className={classes['title']}>{t('operators.scanRuleTitle')}</h2>
      <Switch
        size="lg"
        label={t('operators.everyItemScanned')}
        description={t('operators.everyItemScannedHint')}
        {...field('everyItemScanned', 'checkbox')}
      />
      {!supervised && <Text className={classes['quiet']}>{t('operators.scanRuleNeedsSupervisor')}</Text>}
      <OutcomeAlert outcome={outcome} saved={t('operators.saved')} />
      <Button type="submit">{t('operators.save')}</Button>
    </form>
  )
}
