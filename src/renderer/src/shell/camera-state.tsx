import { VisuallyHidden } from '@mantine/core'
import { IconCameraOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isTrouble } from '../stores/camera-store'
import { useStoreOf } from '../stores/stores'
import classes from './rail.module.css'

/** A camera that takes no photos, and how many parcels went without; leads to where it is. Nothing otherwise. */
export function CameraState() {
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
      onClick={() => go('settings', 'camera')}
    >
      <IconCameraOff size={22} stroke={1.75} aria-hidden />
      <span>{t('camera.trouble')}</span>
      {missed > 0 && <VisuallyHidden>{t('camera.missed', { count: missed })}</VisuallyHidden>}
    </button>
  )
}
