import { useTranslation } from 'react-i18next'
import { BandStep } from '../../parts/band-step'
import { useStoreOf } from '../../stores/stores'

/** No order is open: what can be scanned, and how much there is to do. */
export function QueueStep() {
  const { t } = useTranslation()
  const view = useStoreOf('queue', (state) => state.view)
  const total = useStoreOf('queue', (state) => state.total)
  const name = useStoreOf('station', (state) => state.bootstrap?.lan.name ?? '')
  return (
    <BandStep
      label={t('nextStep.label')}
      about={
        <>
          {name !== '' && <strong>{name}</strong>}
          <span aria-live="polite">
            {total === null ? '' : `${t(`queue.views.${view}`)}: ${t('queue.count', { count: total })}`}
          </span>
        </>
      }
      title={t('scan.ready')}
    />
  )
}
