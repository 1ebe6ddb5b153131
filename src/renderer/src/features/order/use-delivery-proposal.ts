import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeliveryProposal } from '../../../../shared/contract/carriers'
import { parseInstant } from '../../../../shared/domain/time/timestamps'
import { entryOf, entryToIso, type StationZone } from '../../parts/time/station-time'
import { useStoreOf } from '../../stores/stores'
import type { MoveDraft } from './move-draft'

/**
 * Sets the expected delivery to the carrier's business days after the shipping time, until a person enters another.
 * @returns how the proposed time was computed, in words, while it is unchanged
 */
export function useDeliveryProposal(
  draft: MoveDraft,
  setDraft: Dispatch<SetStateAction<MoveDraft>>,
  wanted: boolean,
  zone: StationZone,
): string | null {
  const { t } = useTranslation()
  const propose = useStoreOf('carriers', (state) => state.propose)
  const { carrier, times } = draft
  const shippedAt = entryToIso(times.shippedAt, zone) ?? ''
  const usable = wanted && parseInstant(shippedAt) !== null
  /** What this hook, or the new form, wrote last: any other value is a person's. */
  const written = useRef(times.expectedToDeliverAt.text)
  const [proposal, setProposal] = useState<DeliveryProposal | null>(null)
  useEffect(() => {
    if (!usable) return
    let current = true
    void propose(carrier, shippedAt).then((found) => {
      const ms = parseInstant(found?.expectedToDeliverAt ?? '')
      if (!current || found === null || ms === null) return
      const entry = entryOf(ms, zone)
      const own = written.current
      written.current = entry.text
      setProposal(found)
      setDraft((before) =>
        before.times.expectedToDeliverAt.text === own
          ? { ...before, times: { ...before.times, expectedToDeliverAt: entry } }
          : before,
      )
    })
    return () => {
      current = false
    }
  }, [usable, carrier, shippedAt, zone, propose, setDraft])

  const ms = parseInstant(proposal?.expectedToDeliverAt ?? '')
  if (proposal === null || ms === null) return null
  if (times.expectedToDeliverAt.text !== entryOf(ms, zone).text) return null
  const { businessDays: count, holidays } = proposal
  const from =
    proposal.carrier === null
      ? t('carriers.proposed', { count })
      : t('carriers.proposedOf', { count, carrier: proposal.carrier })
  if (holidays.length === 0) return from
  const names = holidays.map(({ day, name }) => `${day} ${name}`).join(', ')
  return `${from} ${t('carriers.without', { holidays: names })}`
}
