import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemView, NewItemView } from '../../../../shared/contract/item-views'
import { StateChip } from '../../parts/state-chip'
import { recentWords } from '../../parts/time/ages'
import { showMinute, showTime } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useMoney } from '../../parts/use-money'
import { useStoreOf } from '../../stores/stores'
import classes from './items.module.css'
import { StateBadge } from './state-badge'
import { useOpenOp } from '../../parts/use-open-op'
import desk from '../../ui/desk.module.css'

export function ItemRow({ row, nowMs }: { row: ItemView; nowMs: number }) {
  const { t } = useTranslation()
  const money = useMoney()
  const zone = useZone()
  const open = useStoreOf('items', (state) => state.open)
  const { externalId, mpn, size, maxDiscountPercent, updatedAt } = row
  const id = useId()
  return (
    <div role="row" className={classes['row']}>
      <div role="cell">
        {row.goneAt === null ? (
          <StateBadge state={row.state} />
        ) : (
          <StateChip tone="plain">{t('items.gone')}</StateChip>
        )}
      </div>
      <div role="cell" className={desk['name']}>
        <OpenButton id={id} onClick={() => void open(row.itemNumber)} />
        <span className={desk['rowTitle']} id={`${id}-title`}>
          {row.title ?? t('items.noTitle')}
        </span>
        <span className={desk['facts']} id={`${id}-facts`}>
          <span className={classes['identifier']}>{t('items.itemNumber', { value: row.itemNumber })}</span>
          {mpn !== null && <span className={classes['identifier']}>{t('items.mpn', { value: mpn })}</span>}
          {size !== null && <span>{t('items.size', { value: size })}</span>}
        </span>
        <Markers row={row} />
      </div>
      <div role="cell" className={`${classes['quiet']} ${classes['identifier']}`} id={`${id}-sku`}>
        {externalId}
      </div>
      <div role="cell" className={classes['quiet']}>
        {updatedAt !== null && (
          <time dateTime={updatedAt} title={showTime(updatedAt, zone)}>
            {recentWords(t, updatedAt, nowMs, (old) => showMinute(old, zone))}
          </time>
        )}
      </div>
      <div role="cell" className={classes['quiet']}>
        {maxDiscountPercent !== null && maxDiscountPercent > 0 && `${maxDiscountPercent} %`}
      </div>
      <div role="cell" className={classes['price']}>
        <span className={classes['amount']}>{money(row.priceCents) ?? t('items.noPrice')}</span>
      </div>
    </div>
  )
}

/** Covers its row, so that the whole row can be pressed. */
function OpenButton({ id, onClick }: { id: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className={desk['open']}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-facts`}
      onClick={onClick}
    />
  )
}

function Markers({ row }: { row: ItemView }) {
  const { t } = useTranslation()
  const { listingErrors, waiting, held } = row
  if (listingErrors.length + waiting + held === 0) return null
  return (
    <span className={classes['markers']}>
      {listingErrors.length > 0 && (
        <StateChip tone="stop" icon={IconAlertTriangle}>
          {t('items.errors', { count: listingErrors.length })}
        </StateChip>
      )}
      {held > 0 && (
        <StateChip tone="stop" icon={IconAlertTriangle}>
          {t('items.held', { count: held })}
        </StateChip>
      )}
      {waiting > 0 && (
        <StateChip tone="warn" icon={IconClock}>
          {t('items.waiting', { count: waiting })}
        </StateChip>
      )}
    </span>
  )
}

/** An item that was created here; until the marketplace has it, the row leads to its operation. */
export function CreatedRow({ row }: { row: NewItemView }) {
  const { t } = useTranslation()
  const money = useMoney()
  const openOp = useOpenOp()
  const held = row.state === 'held'
  const id = useId()
  return (
    <div role="row" className={`${classes['row']} ${held ? classes['heldRow'] : classes['newRow']}`}>
      <div role="cell">
        <StateChip tone={held ? 'stop' : 'warn'}>{t(`outbox.states.${row.state}`)}</StateChip>
      </div>
      <div role="cell" className={desk['name']}>
        <OpenButton id={id} onClick={() => openOp(row.seq)} />
        <span className={desk['rowTitle']} id={`${id}-title`}>
          {row.title ?? t('items.noTitle')}
        </span>
        <span className={desk['facts']} id={`${id}-facts`}>
          <span className={classes['identifier']}>{t('items.externalId', { value: row.externalId })}</span>
          <span>
            {row.heldReason === null ? t('items.created') : t(`outbox.heldReasons.${row.heldReason}`)}
          </span>
        </span>
      </div>
      <div role="cell" />
      <div role="cell" />
      <div role="cell" />
      <div role="cell" className={classes['price']}>
        <span className={classes['amount']}>{money(row.priceCents) ?? ''}</span>
        <span className={classes['quiet']}>{t('items.openOutbox')}</span>
      </div>
    </div>
  )
}
