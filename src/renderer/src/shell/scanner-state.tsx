import { IconBarcode, IconBarcodeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStoreOf } from '../stores/stores'
import classes from './rail.module.css'

/** Whether the scanner was calibrated; leads to where it is. */
export function ScannerState() {
  const { t } = useTranslation()
  const calibrated = useStoreOf(
    'station',
    (state) => (state.bootstrap?.preferences.scanner.calibratedAt ?? null) !== null,
  )
  const go = useStoreOf('screen', (state) => state.go)
  const Icon = calibrated ? IconBarcode : IconBarcodeOff
  return (
    <button
      type="button"
      className={`${classes['state']} ${calibrated ? '' : classes['warn']}`}
      title={calibrated ? undefined : t('calibration.hint')}
      onClick={() => go('settings', 'scanner')}
    >
      <Icon size={22} stroke={1.75} aria-hidden />
      <span>{t(calibrated ? 'status.scannerReady' : 'status.scannerNew')}</span>
    </button>
  )
}
