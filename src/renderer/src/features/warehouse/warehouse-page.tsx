import '@mantine/charts/styles.css'
import { Alert, Button, Group, Loader, Text } from '@mantine/core'
import { IconDeviceTv, IconServer2, IconServerOff } from '@tabler/icons-react'
import type { WarehouseView } from '../../../../shared/contract/warehouse'
import { byNeed, withLeftBehind } from '../../../../shared/domain/station/station-needs'
import { useTranslation } from '../../locales/i18n'
import { useAct, useRead } from '../../parts/use-read'
import { EmptyState } from '../../parts/empty-state'
import { ErrorAlert } from '../../parts/error-alert'
import { StateChip } from '../../parts/state-chip'
import { useLeftBehind } from '../../parts/take-over-work'
import { showMoment } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useStoreOf } from '../../stores/stores'
import section from '../../ui/section.module.css'
import { NeedsCard } from './needs-card'
import { StationsTable } from './stations-table'
import { WorkChart } from './work-chart'
import classes from './warehouse.module.css'
import { usePlanFigures, PlanTiles } from '../../parts/plan'

const READ_AGAIN_MS = 3_000

/** What is left, who does what, and where is a person needed? */
export function WarehousePage() {
  const { t } = useTranslation()
  const { value: view, error } = useRead('warehouse:read', {}, { everyMs: READ_AGAIN_MS })
  const { error: removeError } = useAct('warehouse:remove-station')
  const go = useStoreOf('screen', (state) => state.go)
  return (
    <div className={section['page']}>
      <Group gap="md" mb="sm">
        <h1 className={`${section['title']} ${classes['title']}`}>{t('nav.warehouse')}</h1>
        {view !== null && <HubChip view={view} />}
        <Button
          ml="auto"
          variant="default"
          leftSection={<IconDeviceTv size={20} aria-hidden />}
          onClick={() => go('wall')}
        >
          {t('warehouse.wall.open')}
        </Button>
      </Group>
      <ErrorAlert error={removeError ?? error} mb="sm" />
      {view === null ? (
        error === null && <Loader role="status" aria-label={t('app.loading')} />
      ) : (
        <Answers view={view} />
      )}
    </div>
  )
}

function HubChip({ view: { hub, at } }: { view: WarehouseView }) {
  const { t } = useTranslation()
  const zone = useZone()
  if (hub === null) return null
  const since = showMoment(Date.parse(hub.since), Date.parse(at), zone)
  return hub.state === 'open' ? (
    <StateChip tone="ok" icon={IconServer2}>
      {t('warehouse.hub.open')}
    </StateChip>
  ) : (
    <StateChip tone="warn" icon={IconServerOff}>
      {t('warehouse.hub.away', { at: since })}
    </StateChip>
  )
}

function Answers({ view }: { view: WarehouseView }) {
  const { t } = useTranslation()
  const { hub, hours, byStation, byOperator } = view
  const leftBehind = useLeftBehind(view.stations.some(({ state }) => state !== 'online'))
  const stations = byNeed(withLeftBehind(view.stations, leftBehind))
  const nowMs = Date.parse(view.at)
  const isAway = hub?.state !== 'open'
  return (
    <>
      {isAway && (
        <Alert role="status" color="yellow" mb="sm">
          <Text>{t('warehouse.hub.lastKnown')}</Text>
        </Alert>
      )}
      <WarehouseTiles view={view} />
      {stations.length === 0 ? (
        <EmptyState icon={IconServerOff}>
          {t(isAway ? 'warehouse.noneYet' : 'warehouse.noneHeard')}
        </EmptyState>
      ) : (
        <>
          <div className={classes['cards']}>
            <NeedsCard stations={stations} nowMs={nowMs} />
            <WorkChart hours={hours} byStation={byStation} byOperator={byOperator} />
          </div>
          <StationsTable stations={stations} nowMs={nowMs} />
        </>
      )}
    </>
  )
}

/** The day in figures. What needs a person is in its card, station by station. */
function WarehouseTiles({ view: { plan, toPack, at } }: { view: WarehouseView }) {
  const { t } = useTranslation()
  const { left, late, packed } = usePlanFigures(plan, Date.parse(at))
  return <PlanTiles figures={[left(t('warehouse.toPack'), toPack), late, packed]} />
}
