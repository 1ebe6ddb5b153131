import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ItemView, NewItemView } from '../../../../shared/contract/item-views'
import { StateChip } from '../../parts/state-chip'
import { useMoney } from '../../parts/use-money'
import { useStoreOf } from '../../stores/stores'
import classes from './items.module.css'
import { StateBadge } from './state-badge'
import { useOpenOp } from './use-open-op'

export function ItemRow({ row }: { row: ItemView }) {
  const { t } = useTranslation()
  const money = useMoney()
  const open = useStoreOf('items', (state) => state.open)
  const { externalId, mpn, size, maxDiscountPercent } = row
  return (
    <li>
      <button type="button" className={classes['row']} onClick={() => void open(row.itemNumber)}>
        <span>
          <StateBadge state={row.state} />
        </span>
        <span className={classes['name']}>
          <span className={classes['rowTitle']}>{row.title ?? t('items.noTitle')}</span>
          <span className={classes['facts']}>
            <span className={classes['identifier']}>{t('items.itemNumber', { value: row.itemNumber })}</span>
            {externalId !== null && (
              <span className={classes['identifier']}>{t('items.externalId', { value: externalId })}</span>
            )}
            {mpn !== null && <span className={classes['identifier']}>{t('items.mpn', { value: mpn })}</span>}
            {size !== null && <span>{t('items.size', { value: size })}</span>}
          </span>
          <Markers row={row} />
        </span>
        <span className={classes['price']}>
          <span className={classes['amount']}>{money(row.priceCents) ?? t('items.noPrice')}</span>
          {maxDiscountPercent !== null && maxDiscountPercent > 0 && (
            <span className={classes['quiet']}>{t('items.upTo', { percent: maxDiscountPercent })}</span>
          )}
        </span>
      </button>
    </li>
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
  return (
    <li>
      <button
        type="button"
        className={`${classes['row']} ${held ? classes['heldRow'] : classes['newRow']}`}
        aria-describedby={`created-${row.seq}`}
        onClick={() => openOp(row.seq)}
      >
        <span>
          <StateChip tone={held ? 'stop' : 'warn'}>{t(`outbox.states.${row.state}`)}</StateChip>
        </span>
        <span className={classes['name']}>
          <span className={classes['rowTitle']}>{row.title ?? t('items.noTitle')}</span>
          <span className={classes['facts']} id={`created-${row.seq}`}>
            <span className={classes['identifier']}>{t('items.externalId', { value: row.externalId })}</span>
            <span>
              {row.heldReason === null ? t('items.created') : t(`outbox.heldReasons.${row.heldReason}`)}
            </span>
          </span>
        </span>
        <span className={classes['price']}>
          <span className={classes['amount']}>{money(row.priceCents) ?? ''}</span>
          <span className={classes['quiet']}>{t('items.openOutbox')}</span>
        </span>
      </button>
    </li>
  )
}
