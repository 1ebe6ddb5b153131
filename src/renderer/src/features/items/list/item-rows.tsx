import { IconAlertTriangle, IconClock, IconHangerOff } from '@tabler/icons-react'
import type { ItemView, NewItemView } from '../../../../../shared/contract/items'
import type { ItemSort } from '../../../../../shared/domain/items/item-filter'
import { useTranslation } from '../../../locales/i18n'
import { EmptyState } from '../../../parts/empty-state'
import { StateChip } from '../../../parts/state-chip'
import { Table, type Column } from '../../../parts/table'
import { RecentTime } from '../../../parts/time/recent-time'
import { useMoney } from '../../../parts/use-money'
import { useOpenOp } from '../../../parts/use-open'
import type { Rows } from '../../../parts/use-rows'
import cells from '../../../ui/table-cells.module.css'
import { StateBadge } from '../state-badge'
import { useItemList } from './use-item-list'

/** An item that was created here; until the marketplace has it, the row leads to its operation. */
type Row = ItemView | NewItemView
const isNew = (row: Row): row is NewItemView => 'seq' in row

type Props = {
  rows: Rows<ItemView>
  created: readonly NewItemView[]
  onOpen: (itemNumber: string) => void
}

/** The items, with new ones above those that the marketplace has. */
export function ItemRows({ rows, created, onOpen }: Props) {
  const { t } = useTranslation()
  const money = useMoney()
  const { sort, sortBy } = useItemList()
  const openOp = useOpenOp()
  const factsOf = (row: Row): string[] => {
    if (isNew(row))
      return [
        row.heldReason === null ? t('items.created') : t(`outbox.heldReasons.${row.heldReason}`),
        t('items.openOutbox'),
      ]
    const { itemNumber, mpn, size } = row
    return [
      t('items.itemNumber', { value: itemNumber }),
      ...(mpn === null ? [] : [t('items.mpn', { value: mpn })]),
      ...(size === null ? [] : [t('items.size', { value: size })]),
    ]
  }
  const titleOf = ({ title }: Row) => title ?? t('items.noTitle')
  const columns = {
    state: { head: t('items.fields.state'), sortBy: 'state', cell: (row) => <State row={row} /> },
    title: {
      head: t('items.columns.title'),
      sortBy: 'title',
      full: (row) => [titleOf(row), ...factsOf(row)].join(' · '),
      cell: (row) => (
        <>
          <span className={cells['strong']}>{titleOf(row)}</span>{' '}
          <span className={cells['small']}>{factsOf(row).join(' · ')}</span>
        </>
      ),
    },
    externalId: {
      head: t('items.fields.external_id'),
      sortBy: 'externalId',
      full: ({ externalId }) => externalId ?? '',
      cell: ({ externalId }) => <span className={cells['identifier']}>{externalId}</span>,
    },
    updated: {
      head: t('items.columns.updated'),
      sortBy: 'updated',
      descendsFirst: true,
      cell: (row) => <RecentTime at={isNew(row) ? null : row.updatedAt} />,
    },
    discount: {
      head: t('items.fields.discount'),
      sortBy: 'discount',
      descendsFirst: true,
      isFigure: true,
      cell: (row) => !isNew(row) && (row.maxDiscountPercent ?? 0) > 0 && `${row.maxDiscountPercent ?? 0} %`,
    },
    price: {
      head: t('items.fields.price'),
      sortBy: 'price',
      isFigure: true,
      cell: (row) => (
        <span className={cells['strong']}>
          {money(row.priceCents) ?? (isNew(row) ? '' : t('items.noPrice'))}
        </span>
      ),
    },
  } satisfies Record<string, Column<Row, ItemSort['by']>>
  const above = created.length
  return (
    <Table
      name="items"
      label={t('items.title')}
      listLabel={t('items.list')}
      columns={columns}
      title="title"
      rows={{
        ...rows,
        total: rows.total === null ? null : rows.total + above,
        at: (index) => (index < above ? created[index] : rows.at(index - above)),
        show: (first, last) => rows.show(first - above, last - above),
      }}
      sort={sort}
      onSort={sortBy}
      onOpen={(row) => (isNew(row) ? openOp(row.seq) : onOpen(row.itemNumber))}
      tone={(row) => (isNew(row) ? (row.state === 'held' ? 'stop' : 'warn') : undefined)}
      empty={<EmptyState icon={IconHangerOff}>{t('items.empty')}</EmptyState>}
    />
  )
}

function State({ row }: { row: Row }) {
  const { t } = useTranslation()
  if (isNew(row))
    return (
      <span className={cells['onTint']}>
        <StateChip tone={row.state === 'held' ? 'stop' : 'warn'}>{t(`outbox.states.${row.state}`)}</StateChip>
      </span>
    )
  const { goneAt, state, listingErrors, held, waiting } = row
  return (
    <span className={cells['chips']}>
      {goneAt === null ? <StateBadge state={state} /> : <StateChip tone="plain">{t('items.gone')}</StateChip>}
      {listingErrors.length > 0 && (
        <StateChip tone="stop" icon={IconAlertTriangle}>
          {t('items.errors', { count: listingErrors.length })}
        </StateChip>
      )}
      {held > 0 && (
        <StateChip tone="stop" icon={IconAlertTriangle}>
          {t('nav.needYou', { count: held })}
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
