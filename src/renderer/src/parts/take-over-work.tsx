import { Alert, Button, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../locales/i18n'
import { useMayManageNow } from './needs-supervisor'
import type { LeftBehindView } from '../../../shared/contract/neighbors'
import { useAct, useRead } from './use-read'
import { useFormGuard } from '../scan/use-form-guard'
import { useStores } from '../stores/stores'
import { DialogButtons } from '../ui/dialog-buttons'
import { ErrorAlert } from './error-alert'

const READ_AGAIN_MS = 10_000
const NONE: readonly LeftBehindView[] = []

/** What lost stations left at the hub, read again and again. @param isWanted whether anybody looks at it */
export function useLeftBehind(isWanted: boolean): readonly LeftBehindView[] {
  const { value } = useRead('warehouse:left-behind', isWanted ? {} : null, { everyMs: READ_AGAIN_MS })
  return value ?? NONE
}

/** Asks before it takes over. */
export function TakeOverButton({ one }: { one: LeftBehindView }) {
  const { t } = useTranslation()
  const mayManage = useMayManageNow()
  const { asked } = useAct('warehouse:adopt')
  const [isAsked, setIsAsked] = useState(false)
  const { station, stationId } = one
  return (
    <>
      <Button
        variant="default"
        disabled={!mayManage}
        loading={asked?.stationId === stationId}
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
  const { done: adopted, error } = useAct('warehouse:adopt')
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
  const { perform } = useAct('warehouse:adopt')
  const { reads } = useStores()
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
            void perform({ stationId: one.stationId }).then(() => reads.reload('warehouse:left-behind', {}))
          }}
        >
          {t('stations.leftBehind.take')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
