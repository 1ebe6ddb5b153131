import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EvidenceVerdict } from '../../../../shared/contract/evidence-views'
import { ErrorAlert } from '../../parts/error-alert'
import { showTime } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useStoreOf } from '../../stores/stores'
import { rowAt } from '../../stores/windowed-list'
import { EvidenceRow } from './evidence-row'
import classes from './evidence.module.css'

const ROW_PX = 64

/** The latest entries of the evidence log, whether its chain is intact, and its export. */
export function EvidenceSection() {
  const { t } = useTranslation()
  const { verdict, exported, failure, busy, verify, exportIt, restart } = useStoreOf(
    'evidence',
    (state) => state,
  )
  return (
    <section className={classes['card']} aria-label={t('evidence.title')}>
      <Text>{t('evidence.about')}</Text>
      <Group my="sm">
        <Button onClick={() => void verify()} loading={busy === 'verify'} disabled={busy !== null}>
          {t('evidence.verify')}
        </Button>
        <Button
          variant="default"
          onClick={() => void exportIt()}
          loading={busy === 'export'}
          disabled={busy !== null}
        >
          {t('evidence.exportIt')}
        </Button>
        <Button variant="default" onClick={restart}>
          {t('evidence.refresh')}
        </Button>
      </Group>
      {verdict !== null && <Verdict verdict={verdict} />}
      {exported !== null && (
        <Alert role="status" color="green" mb="sm">
          {t('evidence.exported', { count: exported.entries, path: exported.path })}
          <Hash head={exported.head} />
        </Alert>
      )}
      <ErrorAlert error={failure} mb="sm" />
      <Entries />
    </section>
  )
}

function Verdict({ verdict }: { verdict: EvidenceVerdict }) {
  const { t } = useTranslation()
  const zone = useZone()
  const { finding, entries, begun, head, since } = verdict
  const whole = finding === null
  return (
    <Alert role={whole ? 'status' : 'alert'} color={whole ? 'green' : 'red'} mb="sm" data-testid="verdict">
      <strong>
        {whole
          ? t(since === null ? 'evidence.intact' : 'evidence.intactSince', { count: entries })
          : t(`evidence.problems.${finding.problem}`, { seq: finding.seq })}
      </strong>{' '}
      {since !== null && t('evidence.since', { since: showTime(since.at, zone), count: since.months })}{' '}
      {begun !== 'new' && t(`evidence.begun.${begun}`)} {whole && t('evidence.cannot')}
      {whole && <Hash head={head} />}
    </Alert>
  )
}

function Hash({ head }: { head: string }) {
  const { t } = useTranslation()
  return <div className={classes['hash']}>{t('evidence.head', { head })}</div>
}

const SEARCH_PAUSE_MS = 200
/** A number with more digits is not exact, and no order has one. */
const MOST_DIGITS = 15

/** Lists the entries of one order: "who packed 1234?" */
function OrderField() {
  const { t } = useTranslation()
  const ofOrder = useStoreOf('evidence', (state) => state.ofOrder)
  const setOrder = useStoreOf('evidence', (state) => state.setOrder)
  const [text, setText] = useState(ofOrder === null ? '' : String(ofOrder))
  const searchSoon = useDebouncedCallback(setOrder, { delay: SEARCH_PAUSE_MS, flushOnUnmount: true })
  return (
    <TextInput
      className={classes['search'] ?? ''}
      type="search"
      inputMode="numeric"
      aria-label={t('evidenceEntries.searchOrder')}
      placeholder={t('evidenceEntries.searchOrder')}
      leftSection={<IconSearch aria-hidden />}
      value={text}
      onChange={(event) => {
        const digits = event.currentTarget.value.replace(/\D/g, '').slice(0, MOST_DIGITS)
        setText(digits)
        searchSoon(Number(digits) === 0 ? null : Number(digits))
      }}
    />
  )
}

function Entries() {
  const { t } = useTranslation()
  const rows = useStoreOf('evidence', (state) => state)
  const scroller = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react-hooks/incompatible-library -- the compiler is not in use
  const virtual = useVirtualizer({
    count: rows.total ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  const { show, restart, total, error } = rows
  useEffect(() => restart(), [restart])
  useEffect(() => show(first, last), [show, first, last])
  return (
    <>
      <Group>
        <OrderField />
        <Text className={classes['quiet']} aria-live="polite">
          {total === null ? '' : t('evidence.count', { count: total })}
        </Text>
      </Group>
      <ErrorAlert error={error} />
      <div
        ref={scroller}
        className={classes['list']}
        role="list"
        tabIndex={0}
        aria-label={t('evidence.list')}
      >
        <div className={classes['sizer']} style={{ height: virtual.getTotalSize() }} role="presentation">
          {items.map((item) => (
            <EvidenceRow
              key={item.key}
              index={item.index}
              top={item.start}
              measure={virtual.measureElement}
              entry={rowAt(rows, item.index)}
            />
          ))}
        </div>
      </div>
    </>
  )
}
