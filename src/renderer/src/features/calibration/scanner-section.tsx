import { useStoreOf } from '../../stores/stores'
import settingsClasses from '../../ui/section.module.css'
import { CalibrationCard } from './calibration-card'
import { ScannerForm } from './scanner-form'

export function ScannerSection() {
  const scanner = useStoreOf('station', (state) => state.bootstrap?.preferences.scanner)
  if (scanner === undefined) return null
  return (
    <div className={settingsClasses['columns']}>
      <CalibrationCard />
      <ScannerForm scanner={scanner} />
    </div>
  )
}
