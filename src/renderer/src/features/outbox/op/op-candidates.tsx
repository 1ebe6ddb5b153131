import { Button, Checkbox } from '@mantine/core'
import { Fragment, useState } from 'react'
import type { CandidateView, OpDetail } from '../../../../../shared/contract/op-views'
import { isWaiting } from '../../../../../shared/domain/shipments/shipment'
import { useTranslation } from '../../../locales/i18n'
import { ErrorAlert } from '../../../parts/error-alert'
import { lineWords, moneyWords, stateWords } from '../../../parts/sentences'
import { showTime } from '../../../parts/time/station-time'
import { useZone } from '../../../parts/time/use-zone'
import { Unbroken } from '../../../parts/unbroken'
import { useSpeech } from '../../../parts/use-speech'
import classes from './op.module.css'
import { useDecision } from './use-decision'

/** Marketplace records that may be the operation's effect; a person chooses. */
export function OpCandidates({ detail }: { detail: OpDetail }) {
  const { t } = useTranslation()
  const { candidates, row } = detail
  const { busy, error, decide } = useDecision('outbox:adopt', row.seq)
  if (candidates.length === 0 || !row.answers.includes('adopt')) return null
  return (
    <section className={classes['card']} aria-label={t('op.candidates')}>
      <h2 className={classes['cardTitle']}>{t('op.candidates')}</h2>
      <p className={classes['quiet']}>{t('op.candidatesHint')}</p>
      <ErrorAlert error={error} mt="xs" />
      {/* Those with lines first: an emptied twin is seldom the parcel. */}
      {candidates
        .toSorted((left, right) => right.lineIds.length - left.lineIds.length)
        .map((candidate) => (
          <Candidate
            key={candidate.serverId}
            {...{ candidate, detail, busy }}
            onChoose={(cancel) => void decide({ serverId: candidate.serverId, cancel })}
          />
        ))}
    </section>
  )
}

type Props = {
  candidate: CandidateView
  detail: OpDetail
  busy: boolean
  onChoose: (cancel: string[]) => void
}

function Candidate({ candidate, detail, busy, onChoose }: Props) {
  const { t } = useTranslation()
  const extras = extrasBeside(candidate, detail)
  const [cancelExtras, setCancelExtras] = useState(true)
  const name =
    candidate.shipmentId === null
      ? t('op.candidateRefund', { id: candidate.serverId })
      : t('op.candidate', { id: candidate.serverId })
  const ids = extras.map(({ serverId }) => serverId).join(', ')
  return (
    <article className={classes['candidate']} aria-label={name}>
      <strong>{name}</strong>
      <Facts candidate={candidate} detail={detail} />
      {extras.length > 0 && (
        <Checkbox
          size="lg"
          my="xs"
          checked={cancelExtras}
          onChange={(event) => setCancelExtras(event.currentTarget.checked)}
          label={extras.length === 1 ? t('op.extraOne', { ids }) : t('op.extraMany', { ids })}
        />
      )}
      <Button
        mt="xs"
        loading={busy}
        onClick={() => onChoose(cancelExtras ? extras.map(({ shipmentId }) => shipmentId) : [])}
      >
        {t('outbox.answers.adopt')}
      </Button>
    </article>
  )
}

/** The other candidates that are still packed and so can be canceled: only if a shipment exists twice. */
function extrasBeside(
  { serverId }: CandidateView,
  { candidates, row }: OpDetail,
): { serverId: number; shipmentId: string }[] {
  if (row.heldReason !== 'duplicate') return []
  return candidates.flatMap((other) =>
    other.serverId !== serverId && other.shipmentId !== null && other.state !== null && isWaiting(other.state)
      ? [{ serverId: other.serverId, shipmentId: other.shipmentId }]
      : [],
  )
}

function Facts({ candidate, detail }: Pick<Props, 'candidate' | 'detail'>) {
  const { t } = useTranslation()
  const zone = useZone()
  const speech = useSpeech(detail.order)
  const { state, carrier, trackingNumber, packedAt, lineIds, amountCents, shipmentId } = candidate
  const lines = lineIds.map((id) => lineWords(speech, id)).join(', ')
  const facts: [string, string | null][] = [
    [t('op.fields.amount'), amountCents === null ? null : moneyWords(speech, amountCents)],
    [t('op.fields.order_line_ids'), shipmentId === null ? null : lines || t('op.carriesNone')],
    [t('shipments.carrier'), carrier],
    [t('shipments.tracking'), trackingNumber],
    [t('shipments.packedAt'), packedAt === null ? null : showTime(packedAt, zone)],
  ]
  return (
    <dl className={classes['facts']}>
      {state !== null && (
        <>
          <dt>{t('op.state')}</dt>
          <dd>{stateWords(t, state)}</dd>
        </>
      )}
      {facts.map(
        ([label, value]) =>
          value !== null && (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>
                <Unbroken text={value} />
              </dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}
