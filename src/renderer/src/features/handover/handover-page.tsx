import { Alert, SegmentedControl, Select, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect } from 'react'
import { HANDOVER_MODES } from '../../../../shared/domain/shipments/handover'
import { useTranslation } from '../../locales/i18n'
import { ErrorAlert } from '../../parts/error-alert'
import { PrintResult } from '../../parts/print-result'
import { useStoreOf } from '../../stores/stores'
import classes from './handover.module.css'
import { MarkBar } from './mark-bar'
import { MissingParcels } from './missing-parcels'
import { ScannedParcels } from './scanned-parcels'

/** The dock: parcels are scanned one by one, then all of them are marked as shipped, or delivered, at once. */
export function HandoverPage() {
  const { t } = useTranslation()
  const mode = useStoreOf('handover', (state) => state.mode)
  const setMode = useStoreOf('handover', (state) => state.setMode)
  const load = useStoreOf('handover', (state) => state.load)
  const error = useStoreOf('handover', (state) => state.error)
  useEffect(() => void load(), [load])
  return (
    <div className={classes['page']}>
      <VisuallyHidden component="h1">{t('handover.title')}</VisuallyHidden>
      <div className={classes['tools']}>
        <SegmentedControl
          aria-label={t('handover.modesLabel')}
          data={HANDOVER_MODES.map((value) => ({ value, label: t(`handover.modes.${value}`) }))}
          value={mode}
          onChange={(value) => setMode(value)}
        />
        <CarrierOfRound />
        <MarkBar key={mode} />
      </div>
      <div className={classes['notes']}>
        <ErrorAlert error={error} />
        <DoneNote />
        {mode === 'ship' && <PrintResult isOurs={({ kind }) => kind === 'manifest'} />}
      </div>
      <div className={classes['columns']}>
        <MissingParcels />
        <ScannedParcels />
      </div>
    </div>
  )
}

const ALL = 'all'
/** Prefix of a carrier's name, so that none is mistaken for `ALL`. */
const ONE = 'one:'

function CarrierOfRound() {
  const { t } = useTranslation()
  const carrier = useStoreOf('handover', (state) => state.carrier)
  const setCarrier = useStoreOf('handover', (state) => state.setCarrier)
  const groups = useStoreOf('handover', (state) => state.view?.groups)
  const names = new Set([
    ...(groups ?? []).map((group) => group.carrier),
    ...(carrier === null ? [] : [carrier]),
  ])
  const data = [
    { value: ALL, label: t('handover.allCarriers') },
    ...[...names].map((name) => ({
      value: ONE + name,
      label: name === '' ? t('handover.noCarrier') : name,
    })),
  ]
  return (
    <Select
      aria-label={t('handover.carrier')}
      className={classes['carrier'] ?? ''}
      data={data}
      allowDeselect={false}
      value={carrier === null ? ALL : ONE + carrier}
      onChange={(value) => setCarrier(value === null || value === ALL ? null : value.slice(ONE.length))}
    />
  )
}

function DoneNote() {
  const { t } = useTranslation()
  const done = useStoreOf('handover', (state) => state.done)
  if (done === null) return null
  const { mode, moved, refused } = done
  return (
    <Alert
      role="status"
      color={refused > 0 ? 'orange' : 'green'}
      icon={<IconCircleCheck aria-hidden />}
      title={t(`handover.done.${mode}`, { count: moved })}
    >
      {refused > 0 && t('handover.stayed', { count: refused })}
    </Alert>
  )
}
