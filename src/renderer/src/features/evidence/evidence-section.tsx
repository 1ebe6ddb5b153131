import { Alert, Button, Group, Text } from '@mantine/core'
import type { EvidenceVerdict } from '../../../../shared/contract/evidence'
import { CardHelp } from '../../forms/setting-card'
import { useTranslation } from '../../locales/i18n'
import { ErrorAlert } from '../../parts/error-alert'
import { showTime } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useAct, useRead } from '../../parts/use-read'
import { useRows } from '../../parts/use-rows'
import { useSavedTable } from '../../parts/use-saved-table'
import { useSpeech } from '../../parts/use-speech'
import cells from '../../ui/table-cells.module.css'
import { AtHub } from './at-hub'
import { EntryTable } from './entry-rows'
import { entryCells, entryColumns } from './entry-table'
import classes from './evidence.module.css'
import { Filters, useEvidenceFilter } from './filters'

/** The latest entries of the evidence log, whether its chain is intact, and its export. */
export function EvidenceSection() {
  const { t } = useTranslation()
  const { filter } = useEvidenceFilter()
  const rows = useRows('evidence:list', filter)
  const choices = useRead('evidence:choices', {})
  const verify = useAct('evidence:verify')
  const exportIt = useAct('evidence:export')
  const { isSaving, saved, error: notSaved, save, forget } = useSavedTable('evidence:list', 'evidence:save')
  const zone = useZone()
  const speech = { ...useSpeech(null), zone }
  const isBusy = isSaving || verify.asked !== null || exportIt.asked !== null
  const { done: verdict } = verify
  const { done: exported } = exportIt
  /** What the last of the buttons answered is shown, and nothing from before. */
  const press = (act: () => Promise<unknown>) => {
    verify.clear()
    exportIt.clear()
    forget()
    void act()
  }
  return (
    <section className={classes['card']} aria-label={t('evidence.title')}>
      <CardHelp>
        <p>{t('evidence.about')}</p>
      </CardHelp>
      <Group my="sm">
        <Button
          onClick={() => press(() => verify.perform({}))}
          loading={verify.asked !== null}
          disabled={isBusy}
        >
          {t('evidence.verify')}
        </Button>
        <Button
          variant="default"
          onClick={() => press(() => exportIt.perform({}))}
          loading={exportIt.asked !== null}
          disabled={isBusy}
        >
          {t('evidence.exportIt')}
        </Button>
        <Button
          variant="default"
          onClick={() =>
            press(() =>
              save({
                request: filter,
                keyOf: ({ seq }) => seq,
                columns: entryColumns(speech),
                rowOf: (entry) => entryCells(speech, entry),
              }),
            )
          }
          loading={isSaving}
          disabled={isBusy}
        >
          {t('evidenceEntries.csv.save')}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            void rows.again()
            void choices.again()
          }}
        >
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
      <ErrorAlert error={verify.error ?? exportIt.error ?? notSaved} mb="sm" />
      <Filters />
      <Text className={cells['small']} aria-live="polite">
        {rows.total !== null && rows.total > 0 && t('evidence.count', { count: rows.total })}
      </Text>
      <EntryTable rows={rows} />
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
