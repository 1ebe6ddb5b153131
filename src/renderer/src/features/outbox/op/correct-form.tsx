import { Alert, Button, Modal, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { BridgeError } from '../../../../../shared/contract/result'
import type { OpDetail } from '../../../../../shared/contract/op-views'
import { timeProblemsIn, type TimeProblems } from '../../../../../shared/domain/time/timestamps'
import { showTime } from '../../../parts/time/station-time'
import { TimeField } from '../../../parts/time/time-field'
import { useZone } from '../../../parts/time/use-zone'
import { useFormGuard } from '../../../scan/use-form-guard'
import { DialogButtons } from '../../../ui/dialog-buttons'
import { wordsOfError, useTranslation } from '../../../locales/i18n'
import { changesAnything, correctionOf, freshCorrection, timesOf, type CorrectDraft } from './correct-draft'
import { useDecision } from './use-decision'

type Props = { detail: OpDetail; onClose: () => void }

/** Corrects the times of an operation that was never sent; the reason is required and recorded. */
export function CorrectForm({ detail, onClose }: Props) {
  const { t } = useTranslation()
  const form = useCorrection(detail, onClose)
  useFormGuard(true, { close: onClose })
  const fields = timesOf(detail)
  const kind = t(`outbox.kinds.${detail.row.kind}`)
  return (
    <Modal opened onClose={onClose} title={t('op.correctTitle', { kind })} size={780}>
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          <Text>{t('op.correctText')}</Text>
          <SimpleGrid cols={fields.length}>
            {fields.map((field) => (
              <TimeField
                key={field}
                label={t(`op.times.${field}`)}
                entry={form.draft[field]}
                onChange={(entry) => form.setDraft((before) => ({ ...before, [field]: entry }))}
                problem={form.problems[field] ?? null}
                known={form.known}
                promise={field === 'expectedToDeliverAt'}
              />
            ))}
          </SimpleGrid>
          <Textarea
            label={t('outbox.reason')}
            withAsterisk
            maxLength={500}
            value={form.reason}
            onChange={(event) => form.setReason(event.currentTarget.value)}
            error={form.reasonMissing && form.reason.trim() === '' ? t('outbox.reasonMissing') : null}
          />
          <Problem unchanged={form.unchanged} error={form.error} />
          <DialogButtons>
            <Button variant="default" size="lg" onClick={onClose}>
              {t('op.correctNo')}
            </Button>
            <Button type="submit" size="lg" loading={form.busy}>
              {t('op.correctYes')}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}

function Problem({ unchanged, error }: { unchanged: boolean; error: BridgeError | null }) {
  const { t } = useTranslation()
  if (!unchanged && error === null) return null
  return (
    <Alert role="alert" color="red">
      {error === null ? t('op.correctNothing') : wordsOfError(t, error)}
    </Alert>
  )
}

function useCorrection(detail: OpDetail, onClose: () => void) {
  const zone = useZone()
  const { busy, decide } = useDecision('outbox:correct', detail.row.seq)
  const [draft, setDraft] = useState<CorrectDraft>(() => freshCorrection(detail, zone))
  const [reason, setReason] = useState('')
  const [reasonMissing, setReasonMissing] = useState(false)
  const [unchanged, setUnchanged] = useState(false)
  const [problems, setProblems] = useState<TimeProblems>({})
  const [error, setError] = useState<BridgeError | null>(null)
  const shipment =
    detail.order?.shipments.find(({ shipmentId }) => shipmentId === detail.row.shipmentId) ?? null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const request = correctionOf(draft, detail, shipment, reason.trim(), zone)
    setReasonMissing(request.reason === '')
    setUnchanged(!changesAnything(request))
    setProblems({})
    setError(null)
    if (request.reason === '' || !changesAnything(request) || busy) return
    void decide(request).then((refusal) => {
      if (refusal === null) return onClose()
      setProblems(timeProblemsIn(refusal.fields))
      setError(refusal)
    })
  }
  const written = (at: string | null | undefined) => (at ? showTime(at, zone) : '')
  const shippedAt = correctionOf(draft, detail, shipment, '', zone).shippedAt ?? shipment?.shippedAt
  const known = { packedAt: written(shipment?.packedAt), shippedAt: written(shippedAt) }
  return {
    draft,
    setDraft,
    reason,
    setReason,
    reasonMissing,
    unchanged,
    problems,
    error,
    busy,
    submit,
    known,
  }
}
