import { IconHandFinger, IconPackage, IconUsers } from '@tabler/icons-react'
import { memo } from 'react'
import type { LineView } from '../../../../../shared/contract/views'
import { useTranslation } from '../../../locales/i18n'
import { FolderPicture } from '../../../parts/folder-picture'
import { gradeWords } from '../../../scan/item-look'
import { nameOfLine, nameOfStation } from '../../../scan/scan-feedback'
import classes from '../order.module.css'

/** A line with what its order says about it. */
export type BenchLine = {
  line: LineView
  packable: boolean
  /** It is in a parcel. */
  packed: boolean
  /** Another station has the order: no more lines can be chosen here. */
  held: boolean
  /** Number, from 1, of the shipment that carries the line. */
  shipmentIndex: number | null
  /** Nobody scanned it. */
  byHand: boolean
}

type Props = BenchLine & {
  chosen: boolean
  /** Done with: one line of text. */
  folded: boolean
  onToggle: (lineId: number) => void
}

/** Plain elements: with several hundred lines, every wrapper costs noticeable time. */
export const LineRow = memo(function LineRow(props: Props) {
  const { line, packable, packed, held, chosen, folded, onToggle } = props
  const { t } = useTranslation()
  const { picture } = line
  const pictured = picture !== null && !folded ? classes['pictured'] : ''
  const look = `${chosen ? classes['chosen'] : ''} ${folded ? classes['folded'] : ''} ${packed ? classes['inParcel'] : ''} ${pictured}`
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
      {picture !== null && !folded && <FolderPicture name={picture} alt="" className={classes['thumb']} />}
      <Words line={line} folded={folded} />
      <div className={classes['lineEnd']}>
        <LineState {...props} />
        {!folded && <Codes line={line} />}
      </div>
    </div>
  )
})

function Words({ line, folded }: { line: LineView; folded: boolean }) {
  const { t } = useTranslation()
  const { title, size, quality, condition, itemNumber, instructions } = line
  const instructed = instructions.length > 0 && !folded
  const grade = quality === null ? null : gradeWords(t, quality)
  const about = [size === null ? null : t('lines.size', { size }), grade, condition].filter(Boolean)
  return (
    <div className={classes['lineWords']}>
      <div className={classes['lineTitle']}>
        {title ?? t('lines.noTitle', { item: itemNumber ?? line.lineId })}
      </div>
      {(about.length > 0 || instructed || line.serial !== null) && (
        <div className={classes['chips']}>
          {instructed && (
            <span className={`${classes['chip']} ${classes['instructed']}`}>{t('lines.instruction')}</span>
          )}
          {line.serial !== null && !folded && (
            <span className={`${classes['chip']} ${classes['serial']}`}>
              {t('lines.serial', { value: line.serial })}
            </span>
          )}
          {about.map((words) => (
            <span key={words} className={classes['chip']}>
              {words}
            </span>
          ))}
        </div>
      )}
    </div>
  )
}

/** Numbers that a scanner reads; people need them only when a label cannot be read. */
function Codes({ line: { itemNumber, externalId, mpn } }: { line: LineView }) {
  const { t } = useTranslation()
  return (
    <div className={classes['codes']}>
      {itemNumber !== null && <span title={t('lines.itemNumber', { value: itemNumber })}>{itemNumber}</span>}
      {externalId !== null && <span title={t('lines.externalId', { value: externalId })}>{externalId}</span>}
      {mpn !== null && <span title={t('lines.mpn', { value: mpn })}>{mpn}</span>}
    </div>
  )
}

function LineState(props: Props) {
  const { t } = useTranslation()
  const { line, packable, shipmentIndex, chosen, byHand } = props
  const hand = byHand && (
    <span className={classes['state']}>
      <IconHandFinger size={18} aria-hidden />
      {t('lines.byHand')}
    </span>
  )
  if (shipmentIndex !== null) {
    return (
      <>
        {hand}
        <span className={classes['state']}>
          <IconPackage size={18} aria-hidden />
          {t('lines.inShipment', { index: shipmentIndex })}
        </span>
      </>
    )
  }
  if (line.elsewhere !== null) {
    return (
      <span className={`${classes['state']} ${classes['elsewhere']}`}>
        <IconUsers size={18} aria-hidden />
        {t('bench.packedAt', { who: nameOfStation(line.elsewhere) })}
      </span>
    )
  }
  if (hand) return hand
  return packable && chosen ? <span className={classes['state']}>{t('lines.chosenState')}</span> : null
}
