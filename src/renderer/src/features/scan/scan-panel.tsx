import {
  IconBarcode,
  IconBoxSeam,
  IconCircleCheck,
  IconCopyCheck,
  IconHandStop,
  IconHelpCircle,
  IconLock,
  IconPackageExport,
  IconUserCheck,
  IconX,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScanFeedback } from '../../stores/scan-store'
import { useStoreOf } from '../../stores/stores'
import { wordsOfError } from '../../words/i18n'
import classes from './scan-panel.module.css'

type Tone = 'good' | 'warn' | 'bad'
type Look = { tone: Tone; icon: ReactNode }

const SIZE = 52
const LOOKS: Readonly<Record<ScanFeedback['kind'], Look>> = {
  line_chosen: { tone: 'good', icon: <IconCircleCheck size={SIZE} aria-hidden /> },
  packed: { tone: 'good', icon: <IconPackageExport size={SIZE} aria-hidden /> },
  moved: { tone: 'good', icon: <IconPackageExport size={SIZE} aria-hidden /> },
  order_opened: { tone: 'good', icon: <IconBoxSeam size={SIZE} aria-hidden /> },
  tracking_taken: { tone: 'good', icon: <IconBarcode size={SIZE} aria-hidden /> },
  already_scanned: { tone: 'warn', icon: <IconCopyCheck size={SIZE} aria-hidden /> },
  already_packed: { tone: 'warn', icon: <IconCopyCheck size={SIZE} aria-hidden /> },
  same_order: { tone: 'warn', icon: <IconBoxSeam size={SIZE} aria-hidden /> },
  form_open: { tone: 'warn', icon: <IconHandStop size={SIZE} aria-hidden /> },
  alarm_open: { tone: 'bad', icon: <IconHandStop size={SIZE} aria-hidden /> },
  lines_chosen: { tone: 'bad', icon: <IconHandStop size={SIZE} aria-hidden /> },
  foreign: { tone: 'bad', icon: <IconX size={SIZE} aria-hidden /> },
  order_canceled: { tone: 'bad', icon: <IconX size={SIZE} aria-hidden /> },
  not_needed: { tone: 'bad', icon: <IconX size={SIZE} aria-hidden /> },
  tracking_there: { tone: 'bad', icon: <IconHelpCircle size={SIZE} aria-hidden /> },
  signed_in: { tone: 'good', icon: <IconUserCheck size={SIZE} aria-hidden /> },
  badge_refused: { tone: 'bad', icon: <IconX size={SIZE} aria-hidden /> },
  locked: { tone: 'bad', icon: <IconLock size={SIZE} aria-hidden /> },
  torn: { tone: 'bad', icon: <IconHelpCircle size={SIZE} aria-hidden /> },
  unknown: { tone: 'bad', icon: <IconHelpCircle size={SIZE} aria-hidden /> },
  failed: { tone: 'bad', icon: <IconX size={SIZE} aria-hidden /> },
}

/** Says what became of the last scan, until the next one. */
export function ScanPanel() {
  const { t } = useTranslation()
  const feedback = useStoreOf('scan', (state) => state.feedback)
  const count = useStoreOf('scan', (state) => state.count)
  const look = feedback === null ? null : LOOKS[feedback.kind]
  const { title, hint } =
    feedback === null ? { title: t('scan.ready'), hint: t('scan.readyHint') } : wordsOf(t, feedback)
  return (
    <section
      className={`${classes['panel']} ${classes[look?.tone ?? 'idle']}`}
      aria-label={t('scan.label')}
      aria-live="assertive"
      data-kind={feedback?.kind ?? 'idle'}
    >
      {look?.icon ?? <IconBarcode size={SIZE} aria-hidden />}
      <div key={count} className={classes['words']}>
        <div className={classes['title']}>{title}</div>
        {hint !== null && <div className={classes['hint']}>{hint}</div>}
      </div>
      {feedback !== null && feedback.code !== '' && (
        <div className={classes['code']}>
          <div>{t('scan.code', { code: feedback.code })}</div>
          <div>{t('scan.count', { count })}</div>
        </div>
      )}
    </section>
  )
}

type Words = { title: string; hint: string | null }

function wordsOf(t: TFunction, feedback: ScanFeedback): Words {
  switch (feedback.kind) {
    case 'line_chosen': {
      const { line, chosen, of } = feedback
      const hint =
        chosen === of
          ? t('scan.line_chosenAllHint', { chosen, of })
          : t('scan.line_chosenHint', { chosen, of })
      return { title: t('scan.line_chosen', { line }), hint }
    }
    case 'packed': {
      const { count, left, orderId } = feedback
      const hint =
        left === 0 ? t('scan.packedAllHint', { orderId }) : t('scan.packedPartHint', { orderId, left })
      return { title: t('scan.packed', { count }), hint }
    }
    case 'moved': {
      const { orderId } = feedback
      return { title: t(`scan.moved.${feedback.move}`), hint: t('scan.movedHint', { orderId }) }
    }
    case 'order_opened':
      return { title: t('scan.order_opened', { orderId: feedback.orderId }), hint: null }
    case 'tracking_taken':
      return { title: t('scan.tracking_taken'), hint: feedback.code }
    case 'already_scanned':
    case 'already_packed':
      return {
        title: t(`scan.${feedback.kind}`, { line: feedback.line }),
        hint: t(`scan.${feedback.kind}Hint`),
      }
    case 'same_order':
      return { title: t('scan.same_order', { orderId: feedback.orderId }), hint: null }
    case 'foreign':
      return { title: t('scan.foreign'), hint: foreignHint(t, feedback) }
    case 'lines_chosen': {
      const { orderId, chosen: count } = feedback
      return { title: t('scan.lines_chosen', { orderId, count }), hint: t('scan.lines_chosenHint') }
    }
    case 'not_needed':
      return { title: t('scan.not_needed'), hint: t('scan.not_neededHint', { orderId: feedback.orderId }) }
    case 'order_canceled':
      return {
        title: t('scan.order_canceled', { orderId: feedback.orderId }),
        hint: t('scan.order_canceledHint'),
      }
    case 'signed_in':
      return { title: t('scan.signed_in', { name: feedback.name }), hint: t('scan.signed_inHint') }
    case 'badge_refused':
    case 'locked':
    case 'form_open':
    case 'alarm_open':
    case 'tracking_there':
    case 'torn':
    case 'unknown':
      return { title: t(`scan.${feedback.kind}`), hint: t(`scan.${feedback.kind}Hint`) }
    case 'failed':
      return { title: t('scan.failed'), hint: wordsOfError(t, feedback.error) }
  }
}

const EXPECTED_SHOWN = 3

function foreignHint(t: TFunction, feedback: Extract<ScanFeedback, { kind: 'foreign' }>): string {
  const { code, belongsTo, expected } = feedback
  if (expected.length === 0) return t('scan.foreignNothingHint', { code, belongsTo })
  const shown = expected.slice(0, EXPECTED_SHOWN).join(', ')
  const more = expected.length > EXPECTED_SHOWN ? ' …' : ''
  return t('scan.foreignHint', { expected: shown + more, code, belongsTo })
}
