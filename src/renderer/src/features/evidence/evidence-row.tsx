import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { EvidenceView } from '../../../../shared/contract/evidence-views'
import {
  ACT_KINDS,
  EVIDENCE_KINDS,
  LOG_KINDS,
  type ActKind,
  type EvidenceKind,
  type LogKind,
} from '../../../../shared/domain/evidence-kind'
import { ERROR_CODES, type ErrorCode } from '../../../../shared/contract/result'
import { showTime } from '../time/station-time'
import { useZone } from '../time/use-zone'
import classes from './evidence.module.css'

type Kind = EvidenceKind | ActKind | LogKind
const KINDS: readonly string[] = [...EVIDENCE_KINDS, ...ACT_KINDS, ...LOG_KINDS]
const CODES: readonly string[] = ERROR_CODES

type Props = {
  index: number
  top: number
  measure: (element: Element | null) => void
  /** `undefined` while it is fetched. */
  entry: EvidenceView | undefined
}

/** One entry: when, who, what, and the facts. */
export function EvidenceRow({ index, top, measure, entry }: Props) {
  const { t } = useTranslation()
  const zone = useZone()
  return (
    <div
      ref={measure}
      data-index={index}
      role="listitem"
      className={classes['row']}
      style={{ transform: `translateY(${top}px)` }}
    >
      {entry !== undefined && (
        <>
          <span className={classes['quiet']}>{entry.seq}</span>
          <span>{showTime(entry.at, zone)}</span>
          <span className={classes['who']} title={entry.operator}>
            {entry.operator === '' ? t('evidence.station') : entry.operator}
          </span>
          <span>
            <strong>{kindWords(t, entry.kind)}</strong> <Facts payload={entry.payload} />
          </span>
        </>
      )}
    </div>
  )
}

function kindWords(t: TFunction, kind: string): string {
  return KINDS.includes(kind) ? t(`evidence.kinds.${kind as Kind}`) : t('evidence.unknownKind', { kind })
}

/** Said in words of their own. */
const SAID = new Set(['orderId', 'refused', 'at'])

function Facts({ payload }: { payload: EvidenceView['payload'] }) {
  const { t } = useTranslation()
  const { orderId, refused } = payload
  const rest = Object.entries(payload).filter(
    ([name, value]) => !SAID.has(name) && value !== null && value !== '',
  )
  return (
    <>
      {typeof orderId === 'number' && <span>{t('evidence.order', { orderId })} </span>}
      {typeof refused === 'string' && (
        <strong className={classes['refused']}>
          {t('evidence.refused', { why: refusalWords(t, refused) })}{' '}
        </strong>
      )}
      <code className={classes['facts']}>
        {rest
          .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
          .join('  ')}
      </code>
    </>
  )
}

function refusalWords(t: TFunction, code: string): string {
  return CODES.includes(code) ? t(`errors.${code as ErrorCode}`) : code
}
