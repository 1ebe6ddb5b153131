import { Alert, Button, Modal, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeftBehindView } from '../../../shared/contract/neighbors'
import { useFormGuard } from '../scan/use-form-guard'
import { useStoreOf } from '../stores/stores'
import { DialogButtons } from '../ui/dialog-buttons'
import { ErrorAlert } from './error-alert'

const READ_AGAIN_MS = 10_000

/** What lost stations left at the hub, read again and again. @param isWanted whether anybody looks at it */
export function useLeftBehind(isWanted: boolean): readonly LeftBehindView[] {
  const { leftBehind, read } = useStoreOf('adoption', (state) => state)
  useEffect(() => {
    if (!isWanted) return
    void read()
    const timer = setInterval(() => void read(), READ_AGAIN_MS)
    return () => clearInterval(timer)
  }, [read, isWanted])
  return leftBehind
}

/** Asks before it takes over. */
export function TakeOverButton({ one }: { one: LeftBehindView }) {
  const { t } = useTranslation()
  const mayManage = useStoreOf('operator', (state) => state.signIn?.mayManage ?? true)
  const taking = useStoreOf('adoption', (state) => state.taking)
  const [isAsked, setIsAsked] = useState(false)
  const { station, stationId } = one
  return (
    <>
      <Button
        variant="default"
        disabled={!mayManage}
        loading={taking === stationId}
        onClick={() => setIsAsked(true)}
        aria-label={t('stations.leftBehind.takeFrom', { station })}
      >
        {t('stations.leftBehind.take')}
      </Button>
      {isAsked && <TakeDialog one={one} onClose={() => setIsAsked(false)} />}
    </>
  )
}

/** How the last one went. */
export function TakenOver() {
  const { t } = useTranslation()
  const { adopted, error } = useStoreOf('adoption', (state) => state)
  return (
    <>
      <ErrorAlert error={error} />
      {adopted !== null && (
        <Alert role="status" color="green" mt="md">
          {t('stations.leftBehind.done', { count: adopted.imported, station: adopted.station })}
          {adopted.left > 0 && ` ${t('stations.leftBehind.left', { count: adopted.left })}`}
        </Alert>
      )}
    </>
  )
}

function TakeDialog({ one, onClose }: { one: LeftBehindView; onClose: () => void }) {
  const { t } = useTranslation()
  const adopt = useStoreOf('adoption', (state) => state.adopt)
  useFormGuard(true, { close: onClose })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('stations.leftBehind.takeFrom', { station: one.station })}
      size="lg"
    >
      <Text mb="sm">{t('stations.leftBehind.text', { count: one.operations })}</Text>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {t('stations.leftBehind.no')}
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            onClose()
            void adopt(one.stationId)
          }}
        >
          {t('stations.leftBehind.take')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
