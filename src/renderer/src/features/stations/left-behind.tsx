import { Alert, Button, Modal, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeftBehindView } from '../../../../shared/contract/neighbors'
import { ErrorAlert } from '../../parts/error-alert'
import { showMinute } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useFormGuard } from '../../scan/use-form-guard'
import { useStoreOf } from '../../stores/stores'
import { DialogButtons } from '../../ui/dialog-buttons'
import classes from '../../ui/section.module.css'

const READ_AGAIN_MS = 10_000

/** Stations with open operations at the hub. The work of one that is gone can be taken over here. */
export function LeftBehind() {
  const { t } = useTranslation()
  const { leftBehind, read, adopted, error } = useStoreOf('adoption', (state) => state)
  const [asked, setAsked] = useState<LeftBehindView | null>(null)
  useEffect(() => {
    void read()
    const timer = setInterval(() => void read(), READ_AGAIN_MS)
    return () => clearInterval(timer)
  }, [read])
  return (
    <>
      {leftBehind.length > 0 && (
        <>
          <h3>{t('stations.leftBehind.title')}</h3>
          <ul className={classes['list']} aria-label={t('stations.leftBehind.title')}>
            {leftBehind.map((one) => (
              <Station key={one.stationId} one={one} onTake={() => setAsked(one)} />
            ))}
          </ul>
        </>
      )}
      <ErrorAlert error={error} />
      {adopted !== null && (
        <Alert role="status" color="green" mt="md">
          {t('stations.leftBehind.done', { count: adopted.imported, station: adopted.station })}
          {adopted.left > 0 && ` ${t('stations.leftBehind.left', { count: adopted.left })}`}
        </Alert>
      )}
      {asked !== null && <TakeDialog one={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function Station({ one, onTake }: { one: LeftBehindView; onTake: () => void }) {
  const { t } = useTranslation()
  const zone = useZone()
  const mayManage = useStoreOf('operator', (state) => state.signIn?.mayManage ?? true)
  const taking = useStoreOf('adoption', (state) => state.taking)
  const { station, operations, since, owner, atWork, stationId } = one
  return (
    <li className={classes['entry']}>
      <div>
        <strong>{station}</strong>
        <div className={classes['quiet']}>
          {t('stations.leftBehind.count', { count: operations, at: showMinute(since, zone) })}
          {owner !== null && ` ${t('stations.leftBehind.owner', { station: owner })}`}
        </div>
      </div>
      {atWork ? (
        <span className={classes['quiet']}>{t('stations.leftBehind.atWork')}</span>
      ) : (
        <Button
          variant="default"
          disabled={!mayManage}
          loading={taking === stationId}
          onClick={onTake}
          aria-label={t('stations.leftBehind.takeFrom', { station })}
        >
          {t('stations.leftBehind.take')}
        </Button>
      )}
    </li>
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
