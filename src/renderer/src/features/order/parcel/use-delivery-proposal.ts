import type { TFunction } from 'i18next'
import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import type { DeliveryProposal } from '../../../../../shared/contract/carriers'
import { parseInstant } from '../../../../../shared/domain/time/timestamps'
import { useTranslation } from '../../../locales/i18n'
import { type StationZone } from '../../../parts/time/station-time'
import { entryOf, entryToIso } from '../../../parts/time/typed-time'
import { useStores } from '../../../stores/stores'
import type { MoveDraft } from './move-draft'

type FieldEvents = { onFocus: () => void; onBlur: () => void }

/** Writes a proposal that has come into the draft, unless a person has entered another time. */
type Arrival = (draft: MoveDraft) => MoveDraft

/**
 * Sets the expected delivery to the carrier's business days after the shipping time, until a person enters another.
 * @returns `words`: how the proposed time was computed, while it is unchanged; `settle`: resolves with the draft once
 * the proposal for it is in it, so that a quick confirmation does not promise another day's or carrier's delivery;
 * `field`: for the field of the expected delivery
 */
export function useDeliveryProposal(
  draft: MoveDraft,
  setDraft: Dispatch<SetStateAction<MoveDraft>>,
  wanted: boolean,
  zone: StationZone,
): { words: string | null; settle(): Promise<MoveDraft>; field: FieldEvents } {
  const { t } = useTranslation()
  const { requests } = useStores().bridge
  const { carrier, times } = draft
  const shippedAt = entryToIso(times.shippedAt, zone) ?? ''
  const usable = wanted && parseInstant(shippedAt) !== null
  /** What this hook, or the new form, wrote last: any other value is a person's. */
  const written = useRef(times.expectedToDeliverAt.text)
  const coming = useRef<Promise<Arrival> | null>(null)
  /** Somebody is in the field: what comes meanwhile is not put under their hands, but waits until they leave it. */
  const isInHand = useRef(false)
  const waiting = useRef<(() => void) | null>(null)
  const [proposal, setProposal] = useState<DeliveryProposal | null>(null)
  useEffect(() => {
    if (!usable) return
    let current = true
    const own = written.current
    coming.current = requests['packing:propose-carrier']({ carrier, shippedAt }).then((answer): Arrival => {
      const found = answer.ok ? answer.value : null
      const ms = parseInstant(found?.expectedToDeliverAt ?? '')
      if (found === null || ms === null) {
        if (current) coming.current = null
        return (before) => before
      }
      const entry = entryOf(ms, zone)
      const arrive: Arrival = (before) =>
        before.times.expectedToDeliverAt.text === own
          ? { ...before, times: { ...before.times, expectedToDeliverAt: entry } }
          : before
      const take = () => {
        coming.current = null
        written.current = entry.text
        setProposal(found)
        setDraft(arrive)
      }
      if (current && isInHand.current) waiting.current = take
      else if (current) take()
      return arrive
    })
    return () => {
      current = false
      coming.current = null
      waiting.current = null
    }
  }, [usable, carrier, shippedAt, zone, requests, setDraft])

  const settle = async () => (coming.current === null ? draft : (await coming.current)(draft))
  const field = {
    onFocus: () => void (isInHand.current = true),
    onBlur() {
      isInHand.current = false
      waiting.current?.()
      waiting.current = null
    },
  }
  return { words: wordsOf(t, proposal, times.expectedToDeliverAt.text, zone), settle, field }
}

function wordsOf(
  t: TFunction,
  proposal: DeliveryProposal | null,
  shown: string,
  zone: StationZone,
): string | null {
  const ms = parseInstant(proposal?.expectedToDeliverAt ?? '')
  if (proposal === null || ms === null) return null
  if (shown !== entryOf(ms, zone).text) return null
  const { businessDays: count, holidays } = proposal
  const from =
    proposal.carrier === null
      ? t('carriers.proposed', { count })
      : t('carriers.proposedOf', { count, carrier: proposal.carrier })
  if (holidays.length === 0) return from
  const names = holidays.map(({ day, name }) => `${day} ${name}`).join(', ')
  return `${from} ${t('carriers.without', { holidays: names })}`
}
