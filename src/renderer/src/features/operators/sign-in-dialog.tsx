import { Button, Modal, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from '../../locales/i18n'
import { useFormGuard } from '../../scan/use-form-guard'
import { useStoreOf } from '../../stores/stores'
import { DialogButtons } from '../../ui/dialog-buttons'
import { PinForm } from './pin-form'

/** Signs somebody in where that is not required, so that there is a way back: the lock screen has none. */
export function SignInDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const signedIn = useStoreOf('operator', (state) => state.signIn?.signedIn ?? null)
  const operators = useStoreOf('operator', (state) => state.signIn?.operators ?? [])
  const signInByPin = useStoreOf('operator', (state) => state.signInByPin)
  // A badge signs in wherever it is scanned.
  useFormGuard(true, { close: onClose })
  useEffect(() => {
    if (signedIn !== null) onClose()
  }, [signedIn, onClose])
  const people = operators
    .filter(({ hasPin }) => hasPin)
    .map(({ operatorId: value, name: label }) => ({ value, label }))
  const back = (
    <Button variant="default" size="lg" onClick={onClose}>
      {t('operators.lendBack')}
    </Button>
  )
  return (
    <Modal opened onClose={onClose} title={t('operators.enter')} size="lg">
      <Text size="lg">{t(people.length > 0 ? 'operators.signInText' : 'operators.signInByBadge')}</Text>
      {people.length > 0 ? (
        <PinForm
          people={people}
          who={t('operators.name')}
          title={null}
          submitWords={t('operators.enter')}
          onSubmit={async (operatorId, pin) => {
            const answer = await signInByPin(operatorId, pin)
            return answer.ok ? null : answer.error
          }}
          dialogButton={back}
        />
      ) : (
        <DialogButtons>{back}</DialogButtons>
      )}
    </Modal>
  )
}
