import { useTranslation } from 'react-i18next'
import { BandStep } from '../../parts/band-step'
import { readyParcels } from '../../stores/handover-store'
import { useStoreOf } from '../../stores/stores'

/** At the dock: what to scan, and how many parcels are in the round. */
export function DockStep() {
  const { t } = useTranslation()
  const mode = useStoreOf('handover', (state) => state.mode)
  const carrier = useStoreOf('handover', (state) => state.carrier)
  const ready = useStoreOf('handover', readyParcels)
  return (
    <BandStep
      label={t('nextStep.label')}
      about={
        <>
          <strong>{t('handover.title')}</strong>
          <span>
            {t(`handover.modes.${mode}`)} · {carrier === null ? t('handover.allCarriers') : carrier}
          </span>
        </>
      }
      title={t(ready === 0 ? 'handover.step.begin' : 'handover.step.more', { count: ready })}
    />
  )
}
