import { Button, Code, Text } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { PhotoView } from '../../../../../shared/contract/photos'
import type { Result } from '../../../../../shared/contract/result'
import { useTranslation } from '../../../locales/i18n'
import { ErrorAlert } from '../../../parts/error-alert'
import { showTime } from '../../../parts/time/station-time'
import { useZone } from '../../../parts/time/use-zone'
import { useStoreOf } from '../../../stores/stores'
import classes from '../order.module.css'

/** Once: React calls it again only if the function changes. */
function bringIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' })
}

/** The photo of the open box, if one was taken. */
export function ParcelPhoto({ shipmentId }: { shipmentId: string }) {
  const readPhoto = useStoreOf('camera', (state) => state.readPhoto)
  const [answer, setAnswer] = useState<Result<PhotoView | null> | null>(null)
  useEffect(() => {
    let current = true
    void readPhoto(shipmentId).then((fresh) => current && setAnswer(fresh))
    return () => {
      current = false
    }
  }, [readPhoto, shipmentId])
  if (answer === null) return null
  if (!answer.ok) return <ErrorAlert error={answer.error} />
  return answer.value === null ? null : <Photo shipmentId={shipmentId} photo={answer.value} />
}

function Photo({ shipmentId, photo }: { shipmentId: string; photo: PhotoView }) {
  const { t } = useTranslation()
  const zone = useZone()
  const exportPhoto = useStoreOf('camera', (state) => state.exportPhoto)
  const [exported, setExported] = useState<Awaited<ReturnType<typeof exportPhoto>> | null>(null)
  const at = showTime(photo.takenAt, zone)
  const { takenBy: name } = photo
  return (
    <figure className={classes['photo']} aria-label={t('camera.photo')}>
      <img src={`data:image/jpeg;base64,${photo.image}`} alt={t('camera.photoOf', { at })} />
      <figcaption>{name === '' ? t('camera.photoAt', { at }) : t('camera.photoBy', { at, name })}</figcaption>
      <Button
        variant="default"
        leftSection={<IconFileExport size={20} aria-hidden />}
        onClick={() => void exportPhoto(shipmentId).then(setExported)}
      >
        {t('camera.export')}
      </Button>
      <ErrorAlert error={exported?.ok === false ? exported.error : null} />
      {exported?.ok === true && (
        <div role="status" ref={bringIntoSight}>
          <Text>{t('camera.exported')}</Text>
          <Code block>{exported.value.path}</Code>
          <Text>{t('camera.hash')}</Text>
          <Code block>{exported.value.sha256}</Code>
        </div>
      )}
    </figure>
  )
}
