import { Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from '../../locales/i18n'
import { AccountName } from '../../parts/account-name'
import { useStoreOf } from '../../stores/stores'
import classes from './operators.module.css'
import { PinForm } from './pin-form'

/** Replaces every page: nothing else is shown or done until somebody has signed in. */
export function LockScreen() {
  const { t } = useTranslation()
  const barred = useStoreOf('operator', (state) => state.signIn?.barred ?? null)
  const people = useStoreOf('operator', (state) => state.signIn?.operators ?? [])
  const mark = useStoreOf('station', (state) => state.bootstrap?.accounts.mark ?? null)
  const signInByPin = useStoreOf('operator', (state) => state.signInByPin)
  const withPin = people.filter(({ hasPin }) => hasPin)
  return (
    <main className={classes['lock']} aria-label={t('operators.lockScreen')}>
      <div className={classes['call']}>
        {mark !== null && <AccountName {...mark} />}
        <IconLock size={112} aria-hidden />
        <h1>{t(`operators.barred.${barred ?? 'station_locked'}`)}</h1>
        <Text size="lg">{t('operators.kept')}</Text>
        <Text className={classes['quiet']} mt="md">
          {t(people.some(({ role }) => role === 'supervisor') ? 'operators.lost' : 'operators.lostByIt')}
        </Text>
      </div>
      {withPin.length > 0 && (
        <PinForm
          people={withPin.map(({ operatorId: value, name: label }) => ({ value, label }))}
          who={t('operators.name')}
          title={t('operators.byPin')}
          submitWords={t('operators.enter')}
          onSubmit={async (operatorId, pin) => {
            const answer = await signInByPin(operatorId, pin)
            return answer.ok ? null : answer.error
          }}
        />
      )}
    </main>
  )
}
