import { Alert, Button, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from '../../locales/i18n'
import { useMayManageNow } from '../../parts/needs-supervisor'
import type { BridgeError, Result } from '../../../../shared/contract/result'
import type { SetupDifference, SetupView, SetupWord } from '../../../../shared/contract/setup'
import { useRead } from '../../parts/use-read'
import { ErrorAlert } from '../../parts/error-alert'
import { showMinute } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useFormGuard } from '../../scan/use-form-guard'
import { useStores } from '../../stores/stores'
import { DialogButtons } from '../../ui/dialog-buttons'
import classes from '../../ui/section.module.css'

const READ_AGAIN_MS = 5_000

/** The settings that all stations follow, and where this one differs. */
export function SetupCard({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation()
  const zone = useZone()
  const { requests } = useStores().bridge
  const { value: setup, take } = useRead('warehouse:setup', {}, { everyMs: READ_AGAIN_MS })
  const [error, setError] = useState<BridgeError | null>(null)
  const mayManage = useMayManageNow()
  const [asked, setAsked] = useState(false)
  if (setup === null) return null
  const change = async (asked: Promise<Result<SetupView>>) => {
    const answer = await asked
    setError(answer.ok ? null : answer.error)
    if (answer.ok) take(answer)
  }
  const { current, unreadable, restoredAt, refused, key, signs, differences } = setup
  const mayPublish = key === null || signs
  return (
    <section className={classes['card']} aria-label={t('stations.setup.title')} style={{ marginTop: '1rem' }}>
      <h2 className={classes['cardTitle']}>{t('stations.setup.title')}</h2>
      {current !== null && (
        <Text>{t('stations.setup.current', { ...current, at: showMinute(current.at, zone) })}</Text>
      )}
      {current === null && refused === null && <Text>{t('stations.setup.none')}</Text>}
      {refused !== null && (
        <Alert role="status" color="yellow" my="md">
          <Text>{t(`stations.setup.refused.${refused.why}`, { at: showMinute(refused.since, zone) })}</Text>
          <Text>{t('stations.setup.advice')}</Text>
        </Alert>
      )}
      <SignedWith
        setup={setup}
        mayManage={mayManage}
        onPin={(id) => void change(requests['warehouse:pin-setup-key']({ key: id }))}
      />
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
              <Difference
                key={one.name}
                one={one}
                mayManage={mayManage}
                onFollow={() => void change(requests['warehouse:use-setup']({ names: [one.name] }))}
              />
            ))}
          </ul>
        </>
      )}
      <ErrorAlert error={error} />
      {!mayPublish && <Text mt="md">{t('stations.setup.cannotSign')}</Text>}
      <Button mt="md" disabled={!mayManage || !isOpen || !mayPublish} onClick={() => setAsked(true)}>
        {t('stations.setup.publish')}
      </Button>
      {asked && (
        <PublishDialog
          differences={differences}
          onClose={() => setAsked(false)}
          onYes={() => void change(requests['warehouse:publish-setup']({ over: current?.id ?? null }))}
        />
      )}
    </section>
  )
}

/** Whose key decides what counts here. */
function SignedWith({
  setup: { current, key },
  mayManage,
  onPin,
}: {
  setup: SetupView
  mayManage: boolean
  /** The key's words were compared: from now on, nothing counts without it. */
  onPin: (keyId: string) => void
}) {
  const { t } = useTranslation()
  if (key === null) return current === null ? null : <Text mt="sm">{t('stations.setup.unsigned')}</Text>
  return (
    <>
      <Text mt="sm">{t(`stations.setup.key.${key.trust}`, { words: key.words })}</Text>
      {key.trust === 'none' && (
        <Button mt="sm" variant="default" disabled={!mayManage} onClick={() => onPin(key.id)}>
          {t('stations.setup.pin')}
        </Button>
      )}
    </>
  )
}

type DifferenceProps = { one: SetupDifference; mayManage: boolean; onFollow: () => void }

function Difference({ one, mayManage, onFollow }: DifferenceProps) {
  const { t } = useTranslation()
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
          onClick={onFollow}
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
  onYes,
}: {
  differences: readonly SetupDifference[]
  onClose: () => void
  onYes: () => void
}) {
  const { t } = useTranslation()
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
            onYes()
          }}
        >
          {t('stations.setup.yes')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
