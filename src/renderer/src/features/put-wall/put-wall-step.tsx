import { useTranslation } from '../../locales/i18n'
import { BandStep } from '../../parts/band-step'
import { useRead } from '../../parts/use-read'
import { WALL_READ } from './use-wall-scans'

/** At the put wall: what to scan, and how many orders are complete. */
export function PutWallStep() {
  const { t } = useTranslation()
  const { value } = useRead(...WALL_READ)
  const complete = value?.taken.filter(({ state }) => state === 'complete').length ?? 0
  return (
    <BandStep
      label={t('nextStep.label')}
      about={<strong>{t('putWall.title')}</strong>}
      title={complete === 0 ? t('putWall.step') : t('putWall.stepComplete', { count: complete })}
    />
  )
}
