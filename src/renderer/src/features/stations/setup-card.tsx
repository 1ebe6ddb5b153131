import { Alert, Button, Modal, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { SetupDifference, SetupWord } from '../../../../shared/contract/setup'
import { ErrorAlert } from '../../parts/error-alert'
import { showMinute } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useFormGuard } from '../../scan/use-form-guard'
import { useStoreOf } from '../../stores/stores'
import { DialogButtons } from '../../ui/dialog-buttons'
import classes from '../../ui/section.module.css'

const READ_AGAIN_MS = 5_000

/** The settings that all stations follow, and where this one differs. */
export function SetupCard({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation()
  const zone = useZone()
  const { setup, error, read } = useStoreOf('setup', (state) => state)
  const mayManage = useStoreOf('operator', (state) => state.signIn?.mayManage ?? true)
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    void read()
    const timer = setInterval(() => void read(), READ_AGAIN_MS)
    return () => clearInterval(timer)
  }, [read])
  if (setup === null) return null
  const { current, unreadable, restoredAt, differences } = setup
  return (
    <section className={classes['card']} aria-label={t('stations.setup.title')} style={{ marginTop: '1rem' }}>
      <h2 className={classes['cardTitle']}>{t('stations.setup.title')}</h2>
      <Text>
        {current === null
          ? t('stations.setup.none')
          : t('stations.setup.current', { ...current, at: showMinute(current.at, zone) })}
      </Text>
      {unreadable && (
        <Alert role="status" color="yellow" mt="md">
          {t('stations.setup.unreadable')}
        </Alert>
      )}
      {restoredAt !== null && (
        <Text mt="sm">{t('stations.setup.restored', { at: showMinute(restoredAt, zone) })}</Text>
      )}
      {differences.length > 0 && (
        <>
          <h3 className={classes['partTitle']}>{t('stations.setup.differs')}</h3>
          <ul className={classes['list']} aria-label={t('stations.setup.differs')}>
            {differences.map((one) => (
              <Difference key={one.name} one={one} mayManage={mayManage} />
            ))}
          </ul>
        </>
      )}
      <ErrorAlert error={error} />
      <Button mt="md" disabled={!mayManage || !isOpen} onClick={() => setAsked(true)}>
        {t('stations.setup.publish')}
      </Button>
      {asked && <PublishDialog differences={differences} onClose={() => setAsked(false)} />}
    </section>
  )
}

function Difference({ one, mayManage }: { one: SetupDifference; mayManage: boolean }) {
  const { t } = useTranslation()
  const followAgain = useStoreOf('setup', (state) => state.followAgain)
  return (
    <li className={classes['entry']} style={{ gridTemplateColumns: '1fr', justifyItems: 'start' }}>
      <div>
        <strong>{labelOf(t, one)}</strong>
        <div className={classes['quiet']}>{t(`stations.setup.${one.why}`)}</div>
      </div>
      {one.why === 'changed' && (
        <Button
          variant="default"
          disabled={!mayManage}
          onClick={() => void followAgain(one.name)}
          aria-label={t('stations.setup.againOf', { name: labelOf(t, one) })}
        >
          {t('stations.setup.again')}
        </Button>
      )}
    </li>
  )
}

function labelOf(t: TFunction, { name, operator }: SetupDifference): string {
  return operator ?? t(`stations.setup.names.${name.replace('.', '_') as SetupWord}`)
}

function PublishDialog({
  differences,
  onClose,
}: {
  differences: readonly SetupDifference[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const publish = useStoreOf('setup', (state) => state.publish)
  useFormGuard(true, { close: onClose })
  return (
    <Modal opened onClose={onClose} title={t('stations.setup.publish')} size="lg">
      <Text mb="sm">{t('stations.setup.text')}</Text>
      {differences.length > 0 && (
        <Text mb="sm">
          {t('stations.setup.changes', { names: differences.map((one) => labelOf(t, one)).join(', ') })}
        </Text>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {t('stations.setup.no')}
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            onClose()
            void publish()
          }}
        >
          {t('stations.setup.yes')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
