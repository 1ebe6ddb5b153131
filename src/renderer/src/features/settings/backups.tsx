import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import type { Locale } from '../../../../shared/domain/station/locale'
import type { BackupView } from '../../../../shared/contract/views'
import { useAct, useRead } from '../../parts/use-read'
import { ErrorAlert } from '../../parts/error-alert'
import { showTime, type StationZone } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useFormGuard } from '../../scan/use-form-guard'
import classes from '../../ui/section.module.css'
import { useLocale, useTranslation } from '../../locales/i18n'

const BYTES_PER_MB = 1_000_000

/** Backups of the station's data, and restoring one. */
export function Backups() {
  const { t } = useTranslation()
  const zone = useZone()
  const { value: backups, error, again } = useRead('station:backups', {})
  const [making, restoring] = [useAct('station:back-up'), useAct('station:restore')]
  const isBusy = making.asked !== null || restoring.asked !== null
  const [asked, setAsked] = useState<BackupView | null>(null)
  return (
    <section className={classes['card']} aria-label={t('backups.title')}>
      <h2 className={classes['cardTitle']}>{t('backups.title')}</h2>
      <Text mb="sm">{t('backups.about')}</Text>
      <ErrorAlert error={making.error ?? restoring.error ?? error} mb="sm" />
      {making.done !== null && (
        <Alert role="status" color="green" mb="sm">
          {t('backups.made')}
        </Alert>
      )}
      <Button
        onClick={() => {
          restoring.clear()
          void making.perform({}).then(again)
        }}
        loading={making.asked !== null}
        disabled={isBusy}
      >
        {t('backups.make')}
      </Button>
      {backups?.length === 0 && <Text mt="sm">{t('backups.none')}</Text>}
      <ul className={classes['list']} aria-label={t('backups.list')}>
        {backups?.map((backup) => (
          <BackupRow
            key={backup.name}
            backup={backup}
            zone={zone}
            disabled={isBusy}
            onRestore={() => setAsked(backup)}
          />
        ))}
      </ul>
      {asked !== null && (
        <RestoreDialog
          at={showTime(asked.madeAt, zone)}
          onNo={() => setAsked(null)}
          onYes={() => {
            setAsked(null)
            making.clear()
            void restoring.perform({ name: asked.name })
          }}
        />
      )}
    </section>
  )
}

type RowProps = { backup: BackupView; zone: StationZone; disabled: boolean; onRestore: () => void }

function BackupRow({ backup, zone, disabled, onRestore }: RowProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const at = showTime(backup.madeAt, zone)
  return (
    <li className={classes['entry']}>
      <span>{at}</span>
      <span className={classes['quiet']}>{t('backups.size', { size: sizeOf(backup.bytes, locale) })}</span>
      <Button
        variant="default"
        disabled={disabled}
        aria-label={t('backups.restoreOf', { at })}
        onClick={onRestore}
      >
        {t('backups.restore')}
      </Button>
    </li>
  )
}

function RestoreDialog({ at, onYes, onNo }: { at: string; onYes: () => void; onNo: () => void }) {
  const { t } = useTranslation()
  useFormGuard(true, { close: onNo })
  return (
    <Modal opened onClose={onNo} title={t('backups.restoreTitle', { at })} size="lg">
      <Text>{t('backups.restoreText')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onNo} data-autofocus>
          {t('backups.restoreNo')}
        </Button>
        <Button color="red.9" onClick={onYes}>
          {t('backups.restoreYes')}
        </Button>
      </Group>
    </Modal>
  )
}

function sizeOf(bytes: number, locale: Locale): string {
  const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return (bytes / BYTES_PER_MB).toLocaleString(locale, oneDigit)
}
