import { Button, Modal, Text } from '@mantine/core'
import type { RequestOf } from '../../../../shared/contract/requests'
import { useTranslation } from '../../locales/i18n'
import { ErrorAlert } from '../../parts/error-alert'
import { useMoney } from '../../parts/use-money'
import { useFormGuard } from '../../scan/use-form-guard'
import { type ScanFeedback, MASKED } from '../../scan/scan-feedback'
import type { LendState } from '../../stores/lend-store'
import { useStoreOf } from '../../stores/stores'
import { DialogButtons } from '../../ui/dialog-buttons'
import { PinForm } from './pin-form'

/** Asks a supervisor to allow one act on the packer's screen: by badge, wherever the focus is, or by PIN. */
export function LendDialog() {
  const asked = useStoreOf('lend', (state) => state.asked)
  return asked === null ? null : <Ask asked={asked} />
}

type Props = { asked: NonNullable<LendState['asked']> }

/** Money is allowed by its sum. */
function Sum({ asked: { channel, request } }: Props) {
  const { t } = useTranslation()
  const show = useMoney()
  if (channel !== 'orders:refund') return null
  const { orderId, amountCents, reason } = request as RequestOf<'orders:refund'>
  const amount = show(amountCents) ?? ''
  return (
    <Text size="lg" fw={680} mb="xs">
      {reason === undefined
        ? t('operators.lendRefund', { amount, orderId })
        : t('operators.lendAboveRest', { amount, orderId, reason })}
    </Text>
  )
}

function Ask({ asked }: Props) {
  const { t } = useTranslation()
  const error = useStoreOf('lend', (state) => state.error)
  const allow = useStoreOf('lend', (state) => state.allow)
  const giveUp = useStoreOf('lend', (state) => state.giveUp)
  const operators = useStoreOf('operator', (state) => state.signIn?.operators ?? [])
  const people = operators
    .filter(({ role, hasPin }) => role === 'supervisor' && hasPin)
    .map(({ operatorId: value, name: label }) => ({ value, label }))
  const takeBadge = async (badge: string): Promise<ScanFeedback> => {
    const answer = await allow({ badge })
    if (answer.ok) return { kind: 'lent', code: MASKED, name: answer.value.supervisor }
    if (answer.error.code === 'badge_unknown') return { kind: 'badge_refused', code: MASKED }
    return { kind: 'lend_refused', code: MASKED }
  }
  useFormGuard(true, { takeBadge, close: giveUp })
  const back = (
    <Button variant="default" size="lg" onClick={giveUp}>
      {t('operators.lendBack')}
    </Button>
  )
  return (
    <Modal opened onClose={giveUp} title={t('operators.lendTitle')} size="lg">
      <Sum asked={asked} />
      <Text size="lg">{t('operators.lendText')}</Text>
      <ErrorAlert error={error} mt="sm" />
      {people.length > 0 ? (
        <PinForm
          people={people}
          who={t('operators.roles.supervisor')}
          title={null}
          submitWords={t('operators.lendYes')}
          // The problem is shown above, as for a refused badge.
          onSubmit={async (operatorId, pin) => {
            await allow({ operatorId, pin })
            return null
          }}
          dialogButton={back}
        />
      ) : (
        <DialogButtons>{back}</DialogButtons>
      )}
    </Modal>
  )
}
