import { Fragment } from 'react'
import type { OpDetail } from '../../../../../shared/contract/op-views'
import { FieldList } from '../../../parts/field-list'
import { lineWords, moneyWords, type Speech } from '../../../parts/sentences'
import { showTime, type StationZone } from '../../../parts/time/station-time'
import { useZone } from '../../../parts/time/use-zone'
import { Unbroken } from '../../../parts/unbroken'
import { useSpeech } from '../../../parts/use-speech'
import type { Words } from '../../../../../locales/words'
import { hasText, useTranslation } from '../../../locales/i18n'
import classes from './op.module.css'

type KnownField = keyof Words['op']['fields']

/** The request that a person confirmed, field by field. */
export function OpAsked({ detail }: { detail: OpDetail }) {
  const { t } = useTranslation()
  const zone = useZone()
  const speech = useSpeech(detail.order)
  // The state that a move requests is already its name.
  const fields = Object.entries(detail.asked).filter(([name]) => name !== 'state')
  const name = (field: string): string =>
    hasText(`op.fields.${field}`) ? t(`op.fields.${field as KnownField}`) : field
  return (
    <section className={classes['card']} aria-label={t('op.asked')}>
      <h2 className={classes['cardTitle']}>{t('op.asked')}</h2>
      {fields.length === 0 && <p className={classes['plain']}>{t('op.nothingAsked')}</p>}
      {detail.row.itemKey !== null ? (
        <FieldList fields={detail.asked} of="item" />
      ) : (
        <dl className={classes['facts']}>
          {fields.map(([field, value]) => (
            <Fragment key={field}>
              <dt>{name(field)}</dt>
              <dd>
                <Unbroken text={valueWords(speech, field, value, zone)} />
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
    </section>
  )
}

function valueWords(speech: Speech, field: string, value: unknown, zone: StationZone): string {
  if (field === 'order_line_ids' && Array.isArray(value))
    return value.map((id) => lineWords(speech, Number(id))).join(', ')
  if (field === 'amount' && typeof value === 'number') return moneyWords(speech, value)
  if (field.endsWith('_at') && typeof value === 'string') return showTime(value, zone)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
