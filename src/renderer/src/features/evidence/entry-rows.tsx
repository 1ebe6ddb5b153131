import { IconListSearch } from '@tabler/icons-react'
import type { EvidenceView } from '../../../../shared/contract/evidence'
import { useLocale, useTranslation } from '../../locales/i18n'
import { EmptyState } from '../../parts/empty-state'
import { factsOf, entryWords } from '../../parts/entry-words'
import { OrderLink } from '../../parts/order-link'
import { Table, type Column } from '../../parts/table'
import { momentWords } from '../../parts/time/moment-words'
import { showTime } from '../../parts/time/station-time'
import { useNow } from '../../parts/time/use-now'
import { useZone } from '../../parts/time/use-zone'
import type { Rows } from '../../parts/use-rows'
import { useSpeech } from '../../parts/use-speech'
import cells from '../../ui/table-cells.module.css'
import classes from './evidence.module.css'

/** The entries: when, who, what, and the answer. */
export function EntryTable({ rows }: { rows: Rows<EvidenceView> }) {
  const { t } = useTranslation()
  const zone = useZone()
  const locale = useLocale()
  const nowMs = useNow()
  const speech = { ...useSpeech(null), zone }
  const who = ({ operator }: EvidenceView) => (operator === '' ? t('evidence.station') : operator)
  const columns = {
    seq: { head: t('evidenceEntries.facts.seq'), isFigure: true, cell: ({ seq }) => seq },
    at: {
      head: t('evidenceEntries.facts.at'),
      cell: ({ at }) => (
        <time dateTime={at} title={showTime(at, zone)}>
          {momentWords(at, zone, locale, nowMs)}
        </time>
      ),
    },
    who: {
      head: t('evidenceEntries.filters.operator'),
      full: who,
      cell: (entry) => (
        <span className={`${cells['strong']} ${classes['who']}`} title={who(entry)}>
          {who(entry)}
        </span>
      ),
    },
    words: {
      head: t('evidenceEntries.filters.kind'),
      full: (entry) => {
        const { title, what, answer } = entryWords(t, entry)
        return [title, what, answer, ...factsOf(speech, entry)].filter(Boolean).join(' · ')
      },
      cell: (entry) => <Words entry={entry} />,
    },
    order: {
      head: t('evidenceEntries.csv.columns.order'),
      cell: ({ payload: { orderId }, orderKnown }) =>
        typeof orderId !== 'number' ? null : orderKnown ? (
          <OrderLink orderId={orderId} label={t('evidenceEntries.openOrder', { orderId })} />
        ) : (
          t('outbox.order', { orderId })
        ),
    },
  } satisfies Record<string, Column<EvidenceView>>
  return (
    <Table
      name="evidence"
      label={t('evidence.title')}
      listLabel={t('evidence.list')}
      columns={columns}
      title="words"
      rows={rows}
      empty={<EmptyState icon={IconListSearch}>{t('evidenceEntries.none')}</EmptyState>}
      isPart
    />
  )
}

function Words({ entry }: { entry: EvidenceView }) {
  const { t } = useTranslation()
  const zone = useZone()
  const { currency, locale } = useSpeech(null)
  const { title, what, answer, refused } = entryWords(t, entry)
  const facts = factsOf({ t, currency, locale, zone }, entry)
  return (
    <>
      <span className={cells['strong']}>{title}</span> {/* A reason is read first: the code may be long. */}
      {refused && answer !== null && <span className={cells['refused']}>{answer} </span>}
      {what !== null && <span className={cells['identifier']}>{what}</span>} {!refused && answer}
      {answer !== null && facts.length > 0 && ' · '}
      {facts.length > 0 && <span className={cells['small']}>{facts.join(' · ')}</span>}
    </>
  )
}
