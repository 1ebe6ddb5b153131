import { Button, Switch, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { preferenceSchemas, type Preferences } from '../../../../shared/contract/preferences'
import { strict, typedWhole } from '../../forms/typed'
import { useSchemaForm } from '../../forms/use-schema-form'
import { OutcomeAlert } from '../../parts/outcome'
import { useStoreOf } from '../../stores/stores'
import classes from './operators.module.css'

const fields = strict(preferenceSchemas.lock)
const lockSchema = z.object({ ...fields, idleMinutes: typedWhole.pipe(fields.idleMinutes) })

/** Whether people must sign in, and when the station locks by itself. */
export function LockForm({ lock }: { lock: Preferences['lock'] }) {
  const { t } = useTranslation()
  const savePreferences = useStoreOf('station', (state) => state.savePreferences)
  const people = useStoreOf('operator', (state) => state.signIn?.operators.length ?? 0)
  const supervised = useStoreOf(
    'operator',
    (state) => state.signIn?.operators.some(({ role }) => role === 'supervisor') ?? false,
  )
  // Where nobody has signed in, no badge is known to be printed.
  const wayIn = useStoreOf(
    'operator',
    ({ signIn }) =>
      signIn !== null && (signIn.signedIn !== null || signIn.operators.some(({ hasPin }) => hasPin)),
  )
  const { form, field, submit, outcome } = useSchemaForm({
    schema: lockSchema,
    initial: { ...lock, idleMinutes: String(lock.idleMinutes) },
    problemWords: { idleMinutes: t('operators.idleProblem') },
    send: (changed) => savePreferences({ lock: changed }),
    marksAtOnce: true,
  })
  return (
    <form className={classes['card']} onSubmit={submit} aria-label={t('operators.lockTitle')}>
      <h2 className={classes['title']}>{t('operators.lockTitle')}</h2>
      {people === 0 && <Text className={classes['quiet']}>{t('operators.needsPeople')}</Text>}
      {people > 0 && !wayIn && <Text className={classes['quiet']}>{t('operators.needsWayIn')}</Text>}
      <Switch
        size="lg"
        label={t('operators.signInNeeded')}
        description={supervised ? t('operators.signInBySupervisor') : null}
        disabled={people === 0 || supervised || (!wayIn && !form.values.signInNeeded)}
        {...field('signInNeeded', 'checkbox')}
        checked={form.values.signInNeeded || supervised}
      />
      <TextInput
        label={t('operators.idleMinutes')}
        description={t('operators.idleHint')}
        inputMode="numeric"
        disabled={people === 0}
        {...field('idleMinutes')}
      />
      <OutcomeAlert outcome={outcome} saved={t('operators.saved')} />
      <Button type="submit" disabled={people === 0}>
        {t('operators.save')}
      </Button>
    </form>
  )
}
