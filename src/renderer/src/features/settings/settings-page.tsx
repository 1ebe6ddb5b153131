import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useStoreOf } from '../../stores/stores'
import { LeavingCard } from '../leaving/leaving-card'
import { Backups } from './backups'
import { ConnectionForm } from './connection-form'
import classes from './settings.module.css'
import { StationForm } from './station-form'

export function SettingsPage() {
  const { t } = useTranslation()
  const bootstrap = useStoreOf('station', (state) => state.bootstrap)
  if (bootstrap === null) return <></>
  const { connection, settings, version, host } = bootstrap
  return (
    <div className={classes['page']}>
      <h1 className={classes['title']}>{t('settings.title')}</h1>
      <div className={classes['columns']}>
        <Stack>
          <ConnectionForm key={connection.mode} connection={connection} />
          <LeavingCard />
        </Stack>
        <Stack>
          <StationForm settings={settings} />
          <Backups />
        </Stack>
      </div>
      <Text mt="md" className={classes['quiet']}>
        {t('settings.version', { version, host })}
      </Text>
    </div>
  )
}
