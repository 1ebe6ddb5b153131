import { IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { OutboxRow } from '../../../../shared/contract/op-views'
import type { OutboxSort, OutboxView } from '../../../../shared/contract/outbox'
import { useTranslation } from '../../locales/i18n'
import { EmptyState } from '../../parts/empty-state'
import { OrderLink } from '../../parts/order-link'
import { OpStateBadge } from '../../parts/state-chip'
import { errorWords, nameWords, noteWords, reasonWords } from '../../parts/sentences'
import { Table, type Column } from '../../parts/table'
import { RecentTime } from '../../parts/time/recent-time'
import { showTime, type StationZone } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import type { Rows } from '../../parts/use-rows'
import { useStoreOf } from '../../stores/stores'
import cells from '../../ui/table-cells.module.css'

type Props = {
  view: OutboxView
  rows: Rows<OutboxRow>
  sort: OutboxSort
  onSort: (sort: OutboxSort) => void
  onOpen: (seq: number) => void
}

/** The operations; each opens in full. */
export function OpTable({ view, rows, sort, onSort, onOpen }: Props) {
  const { t } = useTranslation()
  const zone = useZone()
  // The history is sorted by time alone.
  const by = <By extends OutboxSort['by']>(name: By) => (view === 'all' ? {} : { sortBy: name })
  const columns = {
    kind: {
      head: t('outbox.columns.kind'),
      ...by('kind'),
      cell: ({ kind }) => <span className={cells['strong']}>{t(`outbox.kinds.${kind}`)}</span>,
    },
    order: {
      head: t('outbox.columns.order'),
      ...by('order'),
      full: ({ itemKey }) => (itemKey === null ? '' : t('outbox.item', { itemKey })),
      cell: (row) => <Subject row={row} />,
    },
    state: {
      head: t('outbox.columns.state'),
      isSaid: view === 'held',
      cell: ({ state }) => (
        <span className={state === 'held' ? cells['onTint'] : undefined}>
          <OpStateBadge state={state} />
        </span>
      ),
    },
    captured: {
      head: t('outbox.columns.captured'),
      sortBy: 'captured',
      cell: ({ capturedAt }) => <RecentTime at={capturedAt} />,
    },
    by: {
      head: t('outbox.csv.columns.by'),
      isExtra: true,
      full: ({ capturedBy, fromFile }) => nameWords(t, capturedBy, fromFile),
      cell: ({ capturedBy, fromFile }) => nameWords(t, capturedBy, fromFile),
    },
    story: {
      head: t('outbox.details'),
      full: (row) => storyOf(t, zone, row).join(' · '),
      cell: (row) => <Story row={row} />,
    },
    sent: { head: t('outbox.columns.sent'), cell: ({ sentAt }) => <RecentTime at={sentAt} /> },
    settled: {
      head: t('outbox.columns.settled'),
      cell: ({ settledAt }) => <RecentTime at={settledAt} />,
    },
    attempts: {
      head: t('outbox.csv.columns.attempts'),
      isFigure: true,
      isExtra: true,
      cell: ({ attempts }) => attempts,
    },
  } satisfies Record<string, Column<OutboxRow, OutboxSort['by']>>
  return (
    <Table
      name="operations"
      label={t('outbox.title')}
      listLabel={t('outbox.list')}
      columns={columns}
      title="story"
      rows={rows}
      sort={sort}
      onSort={onSort}
      onOpen={({ seq }) => onOpen(seq)}
      tone={({ state }) => (state === 'held' ? 'stop' : undefined)}
      empty={<NoOps view={view} />}
    />
  )
}

function Subject({ row: { orderId, itemKey } }: { row: OutboxRow }) {
  const { t } = useTranslation()
  return (
    <>
      {orderId !== null && <OrderLink orderId={orderId} />}
      {itemKey !== null && <span className={cells['identifier']}>{t('outbox.item', { itemKey })}</span>}
    </>
  )
}

/** Why it is where it is. */
function storyOf(t: TFunction, zone: StationZone, row: OutboxRow): string[] {
  const { state, kind, heldReason, lastError, discardReason, attempts } = row
  const isHeld = state === 'held'
  return [
    isHeld && heldReason !== null && reasonWords(t, kind, heldReason),
    // An error from the look before the send says nothing about why it is held.
    lastError !== null &&
      !(isHeld && attempts === 0) &&
      t('outbox.lastError', { words: errorWords(t, lastError) }),
    discardReason !== null &&
      t('outbox.discardReason', { reason: noteWords(t, discardReason, (iso) => showTime(iso, zone)) }),
  ].filter((words) => words !== false)
}

function Story({ row }: { row: OutboxRow }) {
  const { t } = useTranslation()
  const zone = useZone()
  const [first, ...others] = storyOf(t, zone, row)
  if (first === undefined) return null
  return (
    <>
      <span className={row.state === 'held' ? cells['strong'] : undefined}>{first}</span>
      {others.map((words) => ` · ${words}`)}
    </>
  )
}

function NoOps({ view }: { view: OutboxView }) {
  const { t } = useTranslation()
  const waitsFor = useStoreOf('waits', (state) => state.waitsFor)
  // What is being asked may be in none of them yet.
  if (waitsFor !== null) return <EmptyState icon={IconHourglass}>{t(`status.waits.${waitsFor}`)}</EmptyState>
  return (
    <EmptyState icon={IconCircleCheck} tone={view === 'all' ? 'plain' : 'ok'}>
      {t(`outbox.empty.${view}`)}
    </EmptyState>
  )
}
