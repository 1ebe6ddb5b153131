import { Button } from '@mantine/core'
import { IconAlertTriangle, IconClock, IconListSearch } from '@tabler/icons-react'
import type { DeskRow } from '../../../../shared/contract/orders'
import { isLate } from '../../../../shared/domain/orders/late'
import {
  nextWork,
  showsAll,
  type DeskSort,
  type WorkState,
} from '../../../../shared/domain/orders/order-desk'
import { useTranslation } from '../../locales/i18n'
import { EmptyState } from '../../parts/empty-state'
import { StateChip, type ChipTone } from '../../parts/state-chip'
import { orderStateWords } from '../../parts/state-words'
import { Table, type Column } from '../../parts/table'
import { spanWords } from '../../parts/time/ages'
import { RecentTime } from '../../parts/time/recent-time'
import { showMinute, showTime } from '../../parts/time/station-time'
import { useNow } from '../../parts/time/use-now'
import { useZone } from '../../parts/time/use-zone'
import { useMoney } from '../../parts/use-money'
import { useOpenArchive, useOpenOrder } from '../../parts/use-open'
import type { Rows } from '../../parts/use-rows'
import { useStoreOf } from '../../stores/stores'
import table from '../../ui/table-cells.module.css'
import classes from './orders-desk.module.css'
import { useDesk } from './use-desk'

const BY = {
  number: { sortBy: 'number', descendsFirst: true },
  purchased: { sortBy: 'purchased', descendsFirst: true },
  state: { sortBy: 'state' },
  due: { sortBy: 'due' },
  updated: { sortBy: 'updated', descendsFirst: true, isExtra: true },
  amount: { sortBy: 'amount', descendsFirst: true, isFigure: true },
} as const

/** @param isCounted the total is how many there are, not only how many were found so far */
export function DeskTable({ rows, isCounted }: { rows: Rows<DeskRow>; isCounted: boolean }) {
  const { t } = useTranslation()
  const { sort, choose } = useDesk()
  const openOrder = useOpenOrder()
  const money = useMoney()
  const head = (name: keyof typeof BY | 'items' | 'carrier' | 'payout') => t(`desk.columns.${name}`)
  const columns = {
    number: {
      head: head('number'),
      ...BY.number,
      cell: ({ orderId }) => <span className={table['strong']}>{orderId}</span>,
    },
    purchased: {
      head: head('purchased'),
      ...BY.purchased,
      cell: ({ purchasedAt }) => <RecentTime at={purchasedAt} />,
    },
    items: {
      head: head('items'),
      full: ({ preview }) => preview.join(', '),
      cell: ({ lines, preview }) => (
        <>
          <span className={table['strong']}>{lines}</span> {preview.join(', ')}
        </>
      ),
    },
    state: { head: head('state'), ...BY.state, cell: (row) => <State row={row} /> },
    carrier: {
      head: head('carrier'),
      full: ({ carriers }) => carriers.join(', '),
      cell: ({ carriers }) => carriers.join(', '),
    },
    due: { head: head('due'), ...BY.due, cell: (row) => <Due row={row} /> },
    updated: { head: head('updated'), ...BY.updated, cell: ({ updatedAt }) => <RecentTime at={updatedAt} /> },
    amount: {
      head: head('amount'),
      ...BY.amount,
      cell: ({ amountCents, refundedCents }) => (
        <>
          {refundedCents > 0 && (
            <span className={table['small']}>{t('desk.refunded', { amount: money(refundedCents) })} </span>
          )}
          {money(amountCents) ?? '–'}
        </>
      ),
    },
    payout: {
      head: head('payout'),
      isFigure: true,
      isExtra: true,
      cell: ({ payoutCents }) => money(payoutCents) ?? '–',
    },
  } satisfies Record<string, Column<DeskRow, DeskSort['by']>>
  return (
    <Table
      name="orders"
      label={t('desk.list')}
      listLabel={t('desk.title')}
      columns={columns}
      title="items"
      rows={rows}
      sort={sort}
      onSort={(next) => choose({ sort: next })}
      onOpen={({ orderId }) => openOrder(orderId)}
      isCounted={isCounted}
      empty={<NoOrders />}
    />
  )
}

const TONES: Readonly<Record<WorkState, ChipTone>> = {
  to_pack: 'accent',
  to_ship: 'accent',
  to_deliver: 'plain',
  on_hold: 'warn',
  done: 'ok',
  canceled: 'stop',
}

/** The marketplace's state of an order that can be worked on. */
const USUAL = 'paid'

function State({ row }: { row: DeskRow }) {
  const { t } = useTranslation()
  const { state, held } = row
  const work = nextWork(row)
  return (
    <span className={table['chips']}>
      {/* Nothing is green while something needs a person. */}
      <StateChip tone={held > 0 && work === 'done' ? 'plain' : TONES[work]}>
        {t(`desk.work.${work}`)}
      </StateChip>
      {held > 0 && (
        <StateChip tone="stop" icon={IconAlertTriangle}>
          {t('nav.needYou', { count: held })}
        </StateChip>
      )}
      {/* Where it says more than the work does. */}
      {state !== USUAL && work !== 'canceled' && (
        <span className={table['small']}>{orderStateWords(t, state)}</span>
      )}
    </span>
  )
}

/** Amber once it is late; what is done or canceled is not due any more. */
function Due({ row }: { row: DeskRow }) {
  const { t } = useTranslation()
  const zone = useZone()
  const nowMs = useNow()
  const { dueAt, unpacked, packedShipments, canceled } = row
  if (dueAt === null) return null
  if (!isLate(row, nowMs)) {
    const isLeft = !canceled && (unpacked > 0 || packedShipments > 0)
    return isLeft && <span title={showTime(dueAt, zone)}>{showMinute(dueAt, zone)}</span>
  }
  return (
    <span title={showTime(dueAt, zone)}>
      <StateChip tone="warn" icon={IconClock}>
        {t('desk.late', { span: spanWords(t, Date.parse(dueAt), nowMs) })}
      </StateChip>
    </span>
  )
}

function NoOrders() {
  const { t } = useTranslation()
  const { filter, clear } = useDesk()
  const importing = useStoreOf('station', (state) => state.bootstrap?.status.importing ?? null)
  const openArchive = useOpenArchive()
  if (showsAll(filter))
    return (
      <EmptyState icon={IconListSearch}>
        {t(importing === null ? 'queue.empty.all' : 'queue.empty.importing')}
      </EmptyState>
    )
  return (
    <>
      <EmptyState icon={IconListSearch}>{t('desk.empty')}</EmptyState>
      <div className={classes['instead']}>
        <p className={classes['quiet']}>{t('desk.archived')}</p>
        <Button onClick={clear}>{t('desk.filters.clear')}</Button>
        <Button variant="default" onClick={() => openArchive(filter.search)}>
          {t('archive.ask')}
        </Button>
      </div>
    </>
  )
}
