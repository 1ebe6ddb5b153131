import type { TFunction } from 'i18next'
import type { HandoverAnswer } from '../../../../shared/contract/handover'
import type { PageAnswer } from '../../../../shared/domain/scanning/scan-answer'
import type { ScanFeedback } from '../../scan/scan-feedback'

type Dock = { answer: HandoverAnswer; round: string | null }

/** The answer to a scan at the dock. `round`: the only carrier that the round accepts. */
export function toldAtDock(t: TFunction, code: string, { answer, round }: Dock): ScanFeedback {
  const orderId = answer.parcel?.orderId ?? null
  return { kind: 'told', code, answer: meaningOf(answer), orderId, ...wordsOf(t, { answer, round }) }
}

/** The last parcel of its carrier completes the round. */
function meaningOf({ kind, scanned, total }: HandoverAnswer): PageAnswer {
  return kind === 'taken' && scanned === total ? 'dock_complete' : `dock_${kind}`
}

function wordsOf(t: TFunction, { answer, round }: Dock): { title: string; hint: string | null } {
  const { kind, parcel, scanned, total } = answer
  const orderId = parcel?.orderId ?? 0
  const carrier = answer.carrier ?? t('handover.noCarrier')
  switch (kind) {
    case 'taken':
      if (scanned === total) {
        return {
          title: t('handover.answers.complete', { total, carrier }),
          hint: t('handover.scanned.order', { orderId }),
        }
      }
      return {
        title: t('handover.answers.taken', { orderId }),
        hint: t('handover.missing.count', { scanned, total, carrier }),
      }
    case 'already_scanned':
      return {
        title: t('handover.answers.already_scanned', { orderId }),
        hint: t('handover.answers.already_scannedHint'),
      }
    case 'manifest':
      return {
        title: t('handover.answers.manifest', { carrier }),
        hint:
          (parcel?.shippedAt ?? null) === null
            ? t('handover.answers.manifestOpenHint', { scanned, total })
            : t('handover.answers.manifestShippedHint', { total, orderId }),
      }
    case 'other_carrier':
      return {
        title: t('handover.answers.other_carrier', { carrier }),
        hint: t('handover.answers.other_carrierHint', {
          carrier,
          round: round === null || round === '' ? t('handover.noCarrier') : round,
        }),
      }
    case 'unknown': {
      const hint =
        answer.carrier === null
          ? t('handover.answers.unknownHint')
          : t('handover.answers.unknownOfHint', { carrier })
      return { title: t('handover.answers.unknown'), hint }
    }
    case 'canceled': {
      const hint =
        parcel === null
          ? t('handover.answers.canceledAnyHint')
          : t('handover.answers.canceledHint', { orderId })
      return { title: t('handover.answers.canceled'), hint }
    }
    case 'not_packed':
    case 'several':
      return { title: t(`handover.answers.${kind}`), hint: t(`handover.answers.${kind}Hint`) }
    case 'on_hold':
      return {
        title: t('handover.answers.on_hold'),
        hint: t('handover.answers.on_holdHint', { orderId, reason: parcel?.holdReason ?? '' }),
      }
    case 'needs_person':
    case 'not_shipped':
    case 'already_shipped':
    case 'already_delivered':
      return { title: t(`handover.answers.${kind}`), hint: t(`handover.answers.${kind}Hint`, { orderId }) }
  }
}
