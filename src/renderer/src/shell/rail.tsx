import {
  IconAlertTriangle,
  IconBuildingWarehouse,
  IconChartBar,
  IconHanger,
  IconListDetails,
  IconPackage,
  IconSend,
  IconSettings,
  IconTruckDelivery,
  type TablerIcon,
  IconCameraOff,
  IconBarcode,
  IconBarcodeOff,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { OperatorMenu } from '../features/operators/operator-menu'
import { useTranslation } from '../locales/i18n'
import type { Screen } from '../stores/screen-store'
import { useStoreOf } from '../stores/stores'
import classes from './rail.module.css'
import { StationMenu } from './station-menu'
import { VisuallyHidden } from '@mantine/core'
import { isTrouble } from '../stores/camera-store'

/** The pages, and at its foot what the station is doing: scanner, connection, operator. */
export function Rail() {
  return (
    <div className={classes['rail']}>
      <header className={classes['head']}>
        <Mode />
      </header>
      <Navigation />
      <Foot />
    </div>
  )
}

/** Neither training nor another account may be mistaken for this one, on any page. */
function Mode() {
  const { t } = useTranslation()
  const training = useStoreOf('station', (state) => state.bootstrap?.connection.mode === 'training')
  const mark = useStoreOf('station', (state) => state.bootstrap?.accounts.mark ?? null)
  return (
    <>
      <span className={classes['mark']} title={t('app.name')} aria-hidden>
        P
      </span>
      {mark === null ? (
        <span
          className={training ? classes['training'] : classes['live']}
          title={training ? t('mode.trainingHint') : undefined}
          data-testid="mode"
        >
          {t(training ? 'mode.training' : 'mode.live')}
        </span>
      ) : (
        <span
          className={classes['account']}
          data-account={mark.color}
          title={mark.name}
          data-testid="account"
        >
          {mark.name}
        </span>
      )}
    </>
  )
}

function Navigation() {
  const { t } = useTranslation()
  const held = useStoreOf('station', (state) => state.bootstrap?.status.held ?? 0)
  const waiting = useStoreOf('order', (state) => state.chosen.size > 0)
  const atHub = useStoreOf('station', ({ bootstrap }) => (bootstrap?.lan.hub ?? null) !== null)
  return (
    <nav className={classes['nav']} aria-label={t('nav.label')}>
      <Link to="queue" words={t('nav.orders')} icon={IconPackage}>
        {waiting && <span className={classes['dot']} aria-hidden />}
      </Link>
      <Link to="handover" words={t('nav.handover')} icon={IconTruckDelivery} />
      <Link to="desk" words={t('nav.desk')} icon={IconListDetails} />
      <Link to="items" words={t('nav.items')} icon={IconHanger} />
      <Link to="outbox" words={t('nav.outbox')} icon={IconSend}>
        {held > 0 && (
          <span className={classes['badge']} role="img" aria-label={t('nav.needYou', { count: held })}>
            {held > 99 ? '99+' : held}
          </span>
        )}
      </Link>
      <Link to="statistics" words={t('nav.statistics')} icon={IconChartBar} />
      {atHub && <Link to="warehouse" words={t('nav.warehouse')} icon={IconBuildingWarehouse} />}
      <Link to="settings" words={t('nav.settings')} icon={IconSettings} />
    </nav>
  )
}

type LinkProps = { to: Screen; words: string; icon: TablerIcon; children?: ReactNode }

/** Pages that are reached from another one. */
const WITHIN: Readonly<Partial<Record<Screen, Screen>>> = {
  order: 'queue',
  put_wall: 'queue',
  categories: 'items',
  bulk: 'items',
}

function Link({ to, words, icon: Icon, children }: LinkProps) {
  const here = useStoreOf('screen', ({ screen }) => screen === to)
  const within = useStoreOf('screen', ({ screen }) => WITHIN[screen] === to)
  const go = useStoreOf('screen', (state) => state.go)
  return (
    <button
      type="button"
      data-tour={to}
      className={`${classes['link']} ${here || within ? classes['here'] : ''}`}
      aria-current={here ? 'page' : within ? 'true' : undefined}
      onClick={() => go(to)}
    >
      <Icon size={26} stroke={1.75} aria-hidden />
      <span>{words}</span>
      {children}
    </button>
  )
}

function Foot() {
  const { t } = useTranslation()
  return (
    <footer className={classes['foot']} aria-label={t('status.label')}>
      <Alarms />
      <ScannerState />
      <CameraState />
      <StationMenu />
      <OperatorMenu />
    </footer>
  )
}

/** Alarms that were put aside do not interrupt any more, but do not go away either. */
function Alarms() {
  const { t } = useTranslation()
  const count = useStoreOf('station', (state) => state.bootstrap?.status.notices ?? 0)
  const showList = useStoreOf('notices', (state) => state.showList)
  if (count === 0) return null
  return (
    <button type="button" className={`${classes['state']} ${classes['bad']}`} onClick={() => showList(true)}>
      <IconAlertTriangle size={22} stroke={1.75} aria-hidden />
      <span>{t('alarms.open', { count })}</span>
    </button>
  )
}

/** A camera that takes no photos, and how many parcels went without; leads to where it is. Nothing otherwise. */
function CameraState() {
  const { t } = useTranslation()
  const trouble = useStoreOf('camera', ({ state, error }) => isTrouble(state) || error !== null)
  const missed = useStoreOf('camera', (state) => state.missed)
  const go = useStoreOf('screen', (state) => state.go)
  if (!trouble) return null
  return (
    <button
      type="button"
      className={`${classes['state']} ${classes['warn']}`}
      title={missed > 0 ? t('camera.missed', { count: missed }) : undefined}
      onClick={() => go('settings', 'camera', 'camera.deviceId')}
    >
      <IconCameraOff size={22} stroke={1.75} aria-hidden />
      <span>{t('camera.trouble')}</span>
      {missed > 0 && <VisuallyHidden>{t('camera.missed', { count: missed })}</VisuallyHidden>}
    </button>
  )
}

/** Whether the scanner was calibrated; leads to where it is. Before the first scan nothing is known to be wrong. */
function ScannerState() {
  const { t } = useTranslation()
  const calibrated = useStoreOf(
    'station',
    (state) => (state.bootstrap?.preferences.scanner.calibratedAt ?? null) !== null,
  )
  const scanned = useStoreOf('scan', ({ count }) => count > 0)
  const go = useStoreOf('screen', (state) => state.go)
  const wanting = scanned && !calibrated
  const Icon = wanting ? IconBarcodeOff : IconBarcode
  return (
    <button
      type="button"
      className={`${classes['state']} ${wanting ? classes['warn'] : ''}`}
      title={calibrated ? undefined : t('calibration.hint')}
      onClick={() => go('settings', 'scanner')}
    >
      <Icon size={22} stroke={1.75} aria-hidden />
      <span>{t(calibrated ? 'status.scannerReady' : wanting ? 'status.scannerNew' : 'status.scanner')}</span>
    </button>
  )
}
