import { Alert, Button, Group, Text } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { EvidenceVerdict } from '../../../../shared/contract/evidence-views'
import { ErrorAlert } from '../../parts/error-alert'
import { showTime } from '../../parts/time/station-time'
import { useNow } from '../../parts/time/use-now'
import { useZone } from '../../parts/time/use-zone'
import { useSpeech } from '../../parts/use-speech'
import { useStoreOf } from '../../stores/stores'
import { rowAt } from '../../stores/windowed-list'
import { AtHub } from './at-hub'
import { entryCells, entryColumns } from './entry-table'
import { EvidenceRow } from './evidence-row'
import classes from './evidence.module.css'
import { Filters } from './filters'

const ROW_PX = 64

/** The latest entries of the evidence log, whether its chain is intact, and its export. */
export function EvidenceSection() {
  const { t } = useTranslation()
  const { verdict, exported, saved, failure, busy, verify, exportIt, restart } = useStoreOf(
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
        <SaveList />
        <Button variant="default" onClick={restart}>
          {t('evidence.refresh')}
        </Button>
      </Group>
      {verdict !== null && <Verdict verdict={verdict} />}
      {verdict !== null && verdict.hub !== null && <AtHub hub={verdict.hub} />}
      {exported !== null && (
        <Alert role="status" color="green" mb="sm">
          {t('evidence.exported', { count: exported.entries, path: exported.path })}
          <Hash head={exported.head} />
        </Alert>
      )}
      {saved !== null && (
        <Alert role="status" color="green" mb="sm">
          {saved.rows < saved.total
            ? t('evidenceEntries.csv.part', { count: saved.rows, total: saved.total, path: saved.path })
            : t('evidenceEntries.csv.saved', { count: saved.rows, path: saved.path })}
        </Alert>
      )}
      <ErrorAlert error={failure} mb="sm" />
      <Entries />
    </section>
  )
}

function SaveList() {
  const { t } = useTranslation()
  const zone = useZone()
  const { currency, locale } = useSpeech(null)
  const busy = useStoreOf('evidence', (state) => state.busy)
  const saveList = useStoreOf('evidence', (state) => state.saveList)
  const speech = { t, currency, locale, zone }
  return (
    <Button
      variant="default"
      onClick={() => void saveList(entryColumns(speech), (entry) => entryCells(speech, entry))}
      loading={busy === 'save'}
      disabled={busy !== null}
    >
      {t('evidenceEntries.csv.save')}
    </Button>
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
      {begun !== 'new' && t(`evidence.begun.${begun}`)}{' '}
      {whole && verdict.hub?.state !== 'equal' && t('evidence.cannot')}
      {whole && <Hash head={head} />}
    </Alert>
  )
}

function Hash({ head }: { head: string }) {
  const { t } = useTranslation()
  return <div className={classes['hash']}>{t('evidence.head', { head })}</div>
}

function Entries() {
  const { t } = useTranslation()
  const rows = useStoreOf('evidence', (state) => state)
  const nowMs = useNow()
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
      <Filters />
      <Text className={classes['quiet']} aria-live="polite">
        {total === null
          ? ''
          : total === 0
            ? t('evidenceEntries.none')
            : t('evidence.count', { count: total })}
      </Text>
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
              nowMs={nowMs}
            />
          ))}
        </div>
      </div>
    </>
  )
}
