import { Button, Modal, SimpleGrid, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { BridgeError } from '../../../../../shared/contract/result'
import type { ShipmentView } from '../../../../../shared/contract/views'
import { readLabel } from '../../../../../shared/domain/shipments/label'
import type { ShipmentMove } from '../../../../../shared/domain/shipments/shipment'
import { timeProblemsIn, type TimeProblems } from '../../../../../shared/domain/time/timestamps'
import { useTranslation } from '../../../locales/i18n'
import { ErrorAlert } from '../../../parts/error-alert'
import { showTime } from '../../../parts/time/station-time'
import { TimeField } from '../../../parts/time/time-field'
import { useZone } from '../../../parts/time/use-zone'
import { useCarriers, useUsual } from '../../../parts/use-carriers'
import { useFormGuard } from '../../../scan/use-form-guard'
import { useStoreOf } from '../../../stores/stores'
import { DialogButtons } from '../../../ui/dialog-buttons'
import { CarrierField, TrackingFields } from './label-fields'
import { freshDraft, problemsOf, requestOf, takesCarrier, timeFieldsOf, type MoveDraft } from './move-draft'
import classes from '../order.module.css'
import { useDeliveryProposal } from './use-delivery-proposal'
import { UsedLabelNote } from './used-label-note'

type Props = {
  shipment: ShipmentView
  index: number
  move: ShipmentMove
  /** Proposes every time, even one that only the packer knows. */
  proposeTimes: boolean
  onClose: () => void
}

/** The form for a move's times; it marks an impossible time at its field, before anything is queued. */
export function MoveForm({ shipment, index, move, proposeTimes, onClose }: Props) {
  const { t } = useTranslation()
  const zone = useZone()
  const { draft, setDraft, proposal, problems, error, busy, submit } = useMove(
    shipment,
    move,
    proposeTimes,
    onClose,
  )
  const carrier = takesCarrier(shipment, move)
  const carriers = useCarriers()
  const usual = useUsual()
  const takeTracking = (code: string) =>
    setDraft((before) => ({ ...before, ...readLabel(code, before, carriers, usual) }))
  useFormGuard(true, {
    takeTracking: carrier ? takeTracking : null,
    confirm: submit,
    close: onClose,
  })
  const written = (at: string | null) => (at === null ? '' : showTime(at, zone))
  const known = {
    packedAt: written(shipment.packedAt),
    shippedAt: written(
      move === 'ship' ? requestOf(draft, shipment, move, zone).shippedAt : shipment.shippedAt,
    ),
  }
  const words = t(`shipments.moves.${move}`)
  return (
    <Modal opened onClose={onClose} title={t('moveForm.title', { move: words, index })} size={780}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
        noValidate
      >
        <Stack gap="md">
          <SimpleGrid cols={timeFieldsOf(move).length}>
            {timeFieldsOf(move).map((field) => (
              <TimeField
                key={field}
                label={t(`moveForm.${field}`)}
                entry={draft.times[field]}
                onChange={(entry) =>
                  setDraft((before) => ({ ...before, times: { ...before.times, [field]: entry } }))
                }
                problem={problems[field] ?? null}
                known={known}
                promise={field === 'expectedToDeliverAt'}
                {...(field === 'expectedToDeliverAt' ? { note: proposal.words, ...proposal.field } : {})}
              />
            ))}
          </SimpleGrid>
          {carrier && (
            <CarrierFields
              draft={draft}
              onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
            />
          )}
          {carrier && <UsedLabelNote present={draft.trackingNumber} onUse={takeTracking} />}
          <ErrorAlert error={error?.code === 'label_used' ? null : error} />
          <DialogButtons>
            <Button variant="default" size="lg" onClick={onClose}>
              {t('moveForm.close')}
            </Button>
            <Button type="submit" size="lg" loading={busy} color={move === 'cancel' ? 'red.9' : ''}>
              {t(`moveForm.submit.${move}`)}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}

function useMove(shipment: ShipmentView, move: ShipmentMove, proposeTimes: boolean, onClose: () => void) {
  const zone = useZone()
  const transitDays = useStoreOf('station', (state) => state.bootstrap?.settings.transitDays ?? 0)
  const send = useStoreOf('order', (state) => state.move)
  const busy = useStoreOf('order', (state) => state.busy === 'move')
  const settling = useRef(false)
  const orderId = useStoreOf('order', (state) => state.orderId ?? 0)
  const say = useStoreOf('scan', (state) => state.say)
  const [draft, setDraft] = useState<MoveDraft>(() =>
    freshDraft(shipment, transitDays, Date.now(), zone, proposeTimes),
  )
  const proposal = useDeliveryProposal(draft, setDraft, move === 'ship', zone)
  const [problems, setProblems] = useState<TimeProblems>({})
  const [error, setError] = useState<BridgeError | null>(null)
  /** Resolves to whether the move was accepted. */
  const submit = async (): Promise<boolean> => {
    if (busy || settling.current) return false
    settling.current = true
    const settled = await proposal.settle()
    settling.current = false
    const request = requestOf(settled, shipment, move, zone)
    const found = problemsOf(request, shipment, Date.now())
    setProblems(found)
    setError(null)
    if (Object.keys(found).length > 0) return false
    const refusal = await send(request)
    if (refusal === null) {
      say({ kind: 'moved', code: '', move, orderId })
      onClose()
      return true
    }
    setProblems(timeProblemsIn(refusal.fields))
    setError(refusal)
    return false
  }
  return { draft, setDraft, proposal, problems, error, busy, submit }
}

function CarrierFields({
  draft,
  onChange,
}: {
  draft: MoveDraft
  onChange: (part: Partial<MoveDraft>) => void
}) {
  const { t } = useTranslation()
  return (
    <div>
      <Text fw={650} mb={4}>
        {t('moveForm.carrierTitle')}
      </Text>
      <div className={classes['fields']}>
        <CarrierField label={draft} onChange={onChange} />
        <TrackingFields label={draft} onChange={onChange} wide={classes['wide'] ?? ''} />
      </div>
    </div>
  )
}
