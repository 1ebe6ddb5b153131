import { Alert, Button, Chip, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { OutboxSort, OutboxView } from '../../../../shared/contract/outbox'
import { useTranslation } from '../../locales/i18n'
import { ErrorAlert } from '../../parts/error-alert'
import { KeptAtHub } from '../../parts/kept-at-hub'
import { useZone } from '../../parts/time/use-zone'
import { useKept } from '../../parts/use-read'
import { useRows } from '../../parts/use-rows'
import { useSavedTable } from '../../parts/use-saved-table'
import { OPEN_OP, OUTBOX_VIEW } from '../../stores/shown'
import { useStoreOf } from '../../stores/stores'
import desk from '../../ui/desk.module.css'
import { OpPage } from './op/op-page'
import { OpTable } from './op-rows'
import { opCells, opColumns } from './op-table'
import classes from './outbox.module.css'

const VIEWS = ['open', 'held', 'all'] as const satisfies readonly OutboxView[]

/** Everything confirmed at this station and its outcome, or one operation in full. */
export function OutboxPage() {
  const [seq, setSeq] = useKept<number | null>(OPEN_OP, null)
  if (seq === null) return <ListPage onOpen={setSeq} />
  return <OpPage key={seq} seq={seq} onClose={() => setSeq(null)} />
}

/** What is open from the oldest on, as it will be sent; the history from the newest on. */
function usualSort(view: OutboxView): OutboxSort {
  return { by: 'captured', descending: view === 'all' }
}

function ListPage({ onOpen }: { onOpen: (seq: number) => void }) {
  const { t } = useTranslation()
  const zone = useZone()
  const [view, setView] = useKept<OutboxView>(OUTBOX_VIEW, 'open')
  const [sorted, setSorted] = useKept('outbox sort', { view, sort: usualSort(view) })
  const sort = sorted.view === view ? sorted.sort : usualSort(view)
  const rows = useRows('outbox:list', { view, sort }, { staleOn: ['outbox_changed'] })
  const { isSaving, saved, error, save, forget } = useSavedTable('outbox:list', 'outbox:save')
  const speech = { t, zone }
  const { total } = rows
  return (
    <div className={desk['page']}>
      <div className={classes['tools']}>
        <h1 className={desk['title']}>{t('outbox.title')}</h1>
        <Chip.Group
          value={view}
          onChange={(value) => {
            forget()
            setView(value)
          }}
        >
          <Group gap="xs" role="radiogroup" aria-label={t('outbox.viewsLabel')}>
            {VIEWS.map((value) => (
              <Chip key={value} value={value}>
                {t(`outbox.views.${value}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Text className={classes['quiet']} aria-live="polite">
          {total === null ? '' : t('outbox.count', { count: total })}
        </Text>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={isSaving}
          disabled={(total ?? 0) === 0}
          onClick={() =>
            void save({
              request: { view, sort },
              keyOf: ({ seq }) => seq,
              columns: opColumns(speech),
              rowOf: (row) => opCells(speech, row),
            })
          }
        >
          {t('outbox.csv.save')}
        </Button>
      </div>
      <AtHub />
      <ErrorAlert error={error} />
      {saved !== null && (
        <Alert role="status" color="green">
          {saved.rows < saved.total
            ? t('outbox.csv.part', { count: saved.rows, total: saved.total, path: saved.path })
            : t('outbox.csv.saved', { count: saved.rows, path: saved.path })}
        </Alert>
      )}
      <OpTable {...{ view, rows, sort, onOpen }} onSort={(next) => setSorted({ view, sort: next })} />
    </div>
  )
}

/** Whether the open operations survive this PC. */
function AtHub() {
  const journal = useStoreOf('station', (state) => state.bootstrap?.lan.hub?.journal ?? null)
  return journal === null ? null : <KeptAtHub journal={journal} className={classes['quiet']} />
}
