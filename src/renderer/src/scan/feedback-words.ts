import type { TFunction } from 'i18next'
import type { Elsewhere, ScanFeedback } from './scan-feedback'
import { wordsOfError } from '../locales/i18n'
import { nameOfLook } from './item-look'

export type FeedbackWords = { title: string; hint: string | null }

/** The words for an answer, in the packer's language. */
export function wordsOfFeedback(t: TFunction, feedback: ScanFeedback): FeedbackWords {
  switch (feedback.kind) {
    case 'line_chosen': {
      const { line, serial } = feedback
      const title = t('scan.line_chosen', { line })
      return {
        title,
        hint: serial === null ? progressHint(t, feedback) : t('scan.line_chosenSerialHint', { serial }),
      }
    }
    case 'followed': {
      const { line, left, chosen, of } = feedback
      const hint = left > 0 ? 'scan.followedNextHint' : chosen === of ? 'scan.line_chosenAllHint' : null
      const progress = { chosen, of }
      return { title: t('scan.followed', { line }), hint: t(hint ?? 'scan.line_chosenHint', progress) }
    }
    case 'serial_scanned': {
      const { line, next } = feedback
      const title = t('scan.serial_scanned', { line })
      return { title, hint: next === null ? progressHint(t, feedback) : t('scan.serial_nextHint', next) }
    }
    case 'wrong_unit': {
      const { line, serial } = feedback
      return { title: t('scan.wrong_unit', { serial }), hint: t('scan.wrong_unitHint', { line, serial }) }
    }
    case 'serial_needed': {
      const { line, serial } = feedback
      return { title: t('scan.serial_needed', { line }), hint: t('scan.serial_neededHint', { serial }) }
    }
    case 'item_first':
      return { title: t('scan.item_first', { line: feedback.line }), hint: t('scan.item_firstHint') }
    case 'packed': {
      const { count, left, orderId } = feedback
      const hint =
        left === 0 ? t('scan.packedAllHint', { orderId }) : t('scan.packedPartHint', { orderId, left })
      return { title: t('scan.packed', { count }), hint }
    }
    case 'batch_packed': {
      const { line, orderId } = feedback
      return { title: t('scan.batch_packed', { line }), hint: t('scan.batch_packedHint', { orderId }) }
    }
    case 'moved': {
      const { orderId } = feedback
      return { title: t(`scan.moved.${feedback.move}`), hint: t('scan.movedHint', { orderId }) }
    }
    case 'order_opened':
      return { title: t('scan.order_opened', { orderId: feedback.orderId }), hint: null }
    case 'tracking_taken':
      return { title: t('scan.tracking_taken'), hint: visibleCode(feedback.code) }
    case 'carrier_asked': {
      const [number, carriers] = [visibleCode(feedback.code), feedback.carriers.join(', ')]
      return { title: t('scan.carrier_asked'), hint: t('scan.carrier_askedHint', { number, carriers }) }
    }
    case 'label_asked':
    case 'no_label':
      return {
        title: t(`scan.${feedback.kind}`),
        hint: t(`scan.${feedback.kind}Hint`, { number: visibleCode(feedback.code) }),
      }
    case 'label_kept': {
      const { carrier, missing: count } = feedback
      const title = carrier === '' ? t('scan.label_keptAny') : t('scan.label_kept', { carrier })
      return { title, hint: t('scan.label_keptHint', { count }) }
    }
    case 'label_alone': {
      const { carrier } = feedback
      const title = carrier === '' ? t('scan.label_aloneAny') : t('scan.label_alone', { carrier })
      return { title, hint: t('scan.label_aloneHint') }
    }
    case 'label_waits': {
      const { orderId } = feedback
      const number = visibleCode(feedback.number)
      return { title: t('scan.label_waits', { orderId }), hint: t('scan.label_waitsHint', { number }) }
    }
    case 'label_dropped': {
      const number = visibleCode(feedback.number)
      return { title: t('scan.label_dropped'), hint: t('scan.label_droppedHint', { number }) }
    }
    case 'label_used': {
      const { belongsTo } = feedback
      const number = visibleCode(feedback.number)
      return { title: t('scan.label_used'), hint: t('scan.label_usedHint', { number, belongsTo }) }
    }
    case 'line_taken_out': {
      const { line, chosen, of } = feedback
      return { title: t('scan.line_taken_out', { line }), hint: t('scan.line_taken_outHint', { chosen, of }) }
    }
    case 'already_scanned':
    case 'counted_once':
    case 'already_packed':
    case 'fee_line':
      return {
        title: t(`scan.${feedback.kind}`, { line: feedback.line }),
        hint: t(`scan.${feedback.kind}Hint`),
      }
    case 'packed_at': {
      const { line, who } = feedback
      return { title: t('scan.packed_at', { line, who }), hint: t('scan.packed_atHint') }
    }
    case 'held_elsewhere':
    case 'opened_elsewhere': {
      const { kind, orderId, who } = feedback
      return { title: t(`scan.${kind}`, { orderId, who }), hint: t('scan.held_elsewhereHint') }
    }
    case 'take_asked':
      return { title: t('scan.take_asked', { who: feedback.who }), hint: t('scan.take_askedHint') }
    case 'taken':
      return { title: t('scan.taken', { orderId: feedback.orderId }), hint: t('scan.takenHint') }
    case 'same_order':
      return { title: t('scan.same_order', { orderId: feedback.orderId }), hint: null }
    case 'foreign':
    case 'packed_elsewhere':
      return { title: t(`scan.${feedback.kind}`), hint: foreignHint(t, feedback) }
    case 'lines_chosen': {
      const { orderId, chosen: count } = feedback
      return { title: t('scan.lines_chosen', { orderId, count }), hint: t('scan.lines_chosenHint') }
    }
    case 'order_canceled': {
      const { orderId, waits } = feedback
      const title =
        waits === true ? t('scan.order_canceling', { orderId }) : t('scan.order_canceled', { orderId })
      return { title, hint: t('scan.order_canceledHint') }
    }
    case 'not_needed':
    case 'item_canceled': {
      const { orderId } = feedback
      return {
        title: t(`scan.${feedback.kind}`, { orderId }),
        hint: t(`scan.${feedback.kind}Hint`, { orderId }),
      }
    }
    case 'drop_asked':
    case 'scan_needed':
    case 'hand_allowed':
    case 'choice_dropped': {
      const { kind, count } = feedback
      return { title: t(`scan.${kind}`, { count }), hint: t(`scan.${kind}Hint`) }
    }
    case 'move_asked':
      return { title: t(`scan.move_asked.${feedback.move}`), hint: t('scan.move_askedHint') }
    case 'signed_in':
      return { title: t('scan.signed_in', { name: feedback.name }), hint: t('scan.signed_inHint') }
    case 'lent':
      return { title: t('scan.lent', { name: feedback.name }), hint: t('scan.lentHint') }
    case 'round_opened':
      return { title: t(`scan.round_opened.${feedback.mode}`), hint: t('scan.round_openedHint') }
    case 'parcel_out': {
      const orderId = feedback.orderIds.join(', ')
      return { title: t('scan.parcel_out', { orderId }), hint: t('scan.parcel_outHint') }
    }
    case 'hold_asked': {
      const reason = t(`hold.reasons.${feedback.reason}`)
      return { title: t('scan.hold_asked', { reason }), hint: t('scan.hold_askedHint') }
    }
    case 'release_asked':
      return {
        title: t('scan.release_asked', { reason: feedback.reason }),
        hint: t('scan.release_askedHint'),
      }
    case 'refused': {
      const { command, why, missing: count } = feedback
      // A question, which PACK PART answers.
      const title =
        why === 'lines_missing'
          ? t('scan.pack_without', { count })
          : t('scan.refused', { command: t(`commands.names.${command}`) })
      return { title, hint: t(`commands.refused.${why}`, { count }) }
    }
    case 'confirmed':
    case 'form_closed':
    case 'left_order':
    case 'acknowledged':
    case 'alarm_aside':
    case 'reprinting':
    // The dialog says why.
    case 'lend_refused':
      return { title: t(`scan.${feedback.kind}`), hint: null }
    case 'alarm_seen':
      return {
        title: feedback.of === 'change' ? t('scan.alarm_seen') : t(`scan.alarmSeen.${feedback.of}`),
        hint: null,
      }
    case 'batch_on':
    case 'batch_off':
    case 'batch_repeat':
    case 'unpack_asked':
    case 'form_open':
    case 'alarm_open':
    case 'locked':
    case 'badge_refused':
    case 'tracking_there':
    case 'label_unclear':
    case 'uncalibrated':
    case 'label_2d':
    case 'torn':
    case 'doubled':
    case 'merged':
    case 'truncated':
    case 'wall_opened':
    case 'which_line':
    case 'which_item':
    case 'teach_asked':
    case 'unknown':
      return { title: t(`scan.${feedback.kind}`), hint: t(`scan.${feedback.kind}Hint`) }
    case 'taught': {
      const code = visibleCode(feedback.code)
      return { title: t('scan.taught', { line: feedback.line }), hint: t('scan.taughtHint', { code }) }
    }
    case 'told':
      return { title: feedback.title, hint: feedback.hint }
    case 'failed':
    case 'pack_refused':
    case 'print_failed':
      return { title: t(`scan.${feedback.kind}`), hint: wordsOfError(t, feedback.error) }
  }
}

const EXPECTED_SHOWN = 3

type Progress = { chosen: number; of: number; labeled: boolean; toFollow: boolean }

/** What comes after a unit that is in the box. */
function progressHint(t: TFunction, { chosen, of, labeled, toFollow }: Progress): string {
  if (toFollow) return t('scan.line_chosenFollowHint')
  const left = chosen === of ? (labeled ? 'Labeled' : 'All') : ''
  return t(`scan.line_chosen${left}Hint`, { chosen, of })
}

function foreignHint(t: TFunction, feedback: Elsewhere): string {
  const { kind, belongsTo, expected } = feedback
  const item = visibleCode(nameOfLook(t, feedback.item))
  if (expected.length === 0) return t(`scan.${kind}NothingHint`, { item, belongsTo })
  const shown = expected
    .slice(0, EXPECTED_SHOWN)
    .map((one) => nameOfLook(t, one))
    .join('; ')
  const more = expected.length > EXPECTED_SHOWN ? ' …' : ''
  return t(`scan.${kind}Hint`, { expected: shown + more, item, belongsTo })
}

/** Replaces control characters in a code, such as GS1 separators, by visible symbols. */
export function visibleCode(code: string): string {
  return [...code].map((character) => (character < ' ' ? pictureOf(character) : character)).join('')
}

const FIRST_PICTURE = 0x2400

function pictureOf(control: string): string {
  return String.fromCodePoint(FIRST_PICTURE + (control.codePointAt(0) ?? 0))
}
