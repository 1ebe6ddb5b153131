import { IconCheck, IconPackage, IconUsers } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { LineView } from '../../../../shared/contract/views'
import { formatCents } from '../../../../shared/domain/orders/money'
import { nameOfLine, nameOfStation } from '../../scan/scan-feedback'
import { useLocale } from '../../locales/i18n'
import classes from './order.module.css'

/** A line with what its order says about it. */
export type BenchLine = {
  line: LineView
  packable: boolean
  /** Another station has the order: no more lines can be chosen here. */
  held: boolean
  /** Number, from 1, of the shipment that carries the line. */
  shipmentIndex: number | null
}

type Props = BenchLine & {
  chosen: boolean
  currency: string
  onToggle: (lineId: number) => void
}

/** Plain elements: with several hundred lines, every wrapper costs noticeable time. */
export const LineRow = memo(function LineRow(props: Props) {
  const { line, packable, held, chosen, currency, onToggle } = props
  const { t } = useTranslation()
  const locale = useLocale()
  const look = chosen ? classes['chosen'] : packable ? classes['expected'] : classes['packed']
  return (
    <div
      className={`${classes['line']} ${packable ? classes['packable'] : ''} ${look}`}
      onClick={() => packable && onToggle(line.lineId)}
    >
      <input
        type="checkbox"
        className={classes['box']}
        data-line={line.lineId}
        checked={chosen}
        disabled={!packable || (held && !chosen)}
        aria-label={t('lines.choose', { line: nameOfLine(line) })}
        onChange={() => onToggle(line.lineId)}
        onClick={(event) => event.stopPropagation()}
      />
      <Words line={line} />
      <div className={classes['lineEnd']}>
        <LineState {...props} />
        {line.amountCents !== null && <span>{formatCents(line.amountCents, currency, locale)}</span>}
      </div>
    </div>
  )
})

function Words({ line }: { line: LineView }) {
  const { t } = useTranslation()
  const { title, size, quality, condition, itemNumber, externalId, mpn } = line
  // The document lists no grades; in those seen so far, underscores join the words.
  const grade = quality?.replaceAll('_', ' ') ?? null
  const about = [size === null ? null : t('lines.size', { size }), grade, condition]
    .filter(Boolean)
    .join(' · ')
  return (
    <div>
      <div className={classes['lineTitle']}>
        {title ?? t('lines.noTitle', { item: itemNumber ?? line.lineId })}
      </div>
      {about !== '' && <div className={classes['grade']}>{about}</div>}
      <div className={classes['codes']}>
        {itemNumber !== null && <span>{t('lines.itemNumber', { value: itemNumber })}</span>}
        {externalId !== null && <span>{t('lines.externalId', { value: externalId })}</span>}
        {mpn !== null && <span>{t('lines.mpn', { value: mpn })}</span>}
      </div>
    </div>
  )
}

function LineState({ line, packable, shipmentIndex, chosen }: Props) {
  const { t } = useTranslation()
  if (shipmentIndex !== null) {
    return (
      <span className={classes['state']}>
        <IconPackage size={18} aria-hidden />
        {t('lines.inShipment', { index: shipmentIndex })}
      </span>
    )
  }
  if (line.elsewhere !== null) {
    return (
      <span className={`${classes['state']} ${classes['stateElsewhere']}`}>
        <IconUsers size={18} aria-hidden />
        {t('bench.packedAt', { who: nameOfStation(line.elsewhere) })}
      </span>
    )
  }
  if (!packable) return null
  return chosen ? (
    <span className={`${classes['state']} ${classes['stateChosen']}`}>
      <IconCheck size={18} aria-hidden />
      {t('lines.chosenState')}
    </span>
  ) : (
    <span className={classes['state']}>{t('lines.toPack')}</span>
  )
}
