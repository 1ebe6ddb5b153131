import { Switch, Text, TextInput } from '@mantine/core'
import { z } from 'zod'
import { preferenceSchemas, strict, type Preferences } from '../../../../shared/contract/preferences'
import { typedWhole } from '../../forms/typed'
import { SettingCard } from '../../forms/setting-card'
import { usePreferences } from '../../forms/use-settings'
import { useTranslation } from '../../locales/i18n'
import { useStoreOf } from '../../stores/stores'
import classes from '../../ui/section.module.css'

const { idleMinutes } = strict(preferenceSchemas.lock).shape
const schema = z.object({ idleMinutes: typedWhole.pipe(idleMinutes) })

/** Whether people must sign in, and when the station locks by itself. */
export function LockForm({ lock }: { lock: Preferences['lock'] }) {
  const { t } = useTranslation()
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
  const { toggle, text, last } = usePreferences('lock', lock, {
    schema,
    problems: { idleMinutes: t('operators.idleProblem') },
  })
  const signIn = toggle('signInNeeded')
  return (
    <SettingCard title={t('operators.lockTitle')} last={last}>
      {people === 0 && <Text className={classes['quiet']}>{t('operators.needsPeople')}</Text>}
      {people > 0 && !wayIn && <Text className={classes['quiet']}>{t('operators.needsWayIn')}</Text>}
      <Switch
        size="lg"
        label={t('operators.signInNeeded')}
        description={supervised ? t('operators.signInBySupervisor') : null}
        {...signIn}
        disabled={signIn.disabled || people === 0 || supervised || (!wayIn && !lock.signInNeeded)}
        checked={signIn.checked || supervised}
      />
      <TextInput
        label={t('operators.idleMinutes')}
        description={t('operators.idleHint')}
        inputMode="numeric"
        disabled={people === 0}
        {...text('idleMinutes')}
      />
    </SettingCard>
  )
}
