import { Badge, Checkbox } from '@mantine/core'
import { IconCheck, IconPackage } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { LineView } from '../../../../shared/contract/views'
import { formatCents } from '../../../../shared/domain/money'
import { nameOfLine } from '../../stores/scan-feedback'
import { useLocale } from '../../words/i18n'
import classes from './order.module.css'

type Props = {
  line: LineView
  packable: boolean
  chosen: boolean
  /** Place, from 1, of the shipment that carries the line. */
  shipmentIndex: number | null
  currency: string
  onToggle: (lineId: number) => void
}

export const LineRow = memo(function LineRow(props: Props) {
  const { line, packable, chosen, currency, onToggle } = props
  const { t } = useTranslation()
  const locale = useLocale()
  const look = chosen ? classes['chosen'] : packable ? classes['expected'] : classes['packed']
  return (
    <div
      className={`${classes['line']} ${packable ? classes['packable'] : ''} ${look}`}
      onClick={() => packable && onToggle(line.lineId)}
    >
      <Checkbox
        size="lg"
        checked={chosen}
        disabled={!packable}
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
  // The document shows no list of grades; as they come, words are joined by underscores.
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

function LineState({ packable, chosen, shipmentIndex }: Props) {
  const { t } = useTranslation()
  if (shipmentIndex !== null) {
    return (
      <Badge variant="default" leftSection={<IconPackage size={18} aria-hidden />}>
        {t('lines.inShipment', { index: shipmentIndex })}
      </Badge>
    )
  }
  if (!packable) return null
  return chosen ? (
    <Badge variant="filled" leftSection={<IconCheck size={18} aria-hidden />}>
      {t('lines.chosenState')}
    </Badge>
  ) : (
    <Badge variant="outline" color="gray">
      {t('lines.toPack')}
    </Badge>
  )
}
