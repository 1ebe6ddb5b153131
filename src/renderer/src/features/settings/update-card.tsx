import { Button, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../parts/error-alert'
import { useStoreOf } from '../../stores/stores'
import classes from '../../ui/section.module.css'

/** Whether a newer version is ready, and its installation; nothing where IT updates the PCs another way. */
export function UpdateCard() {
  const { t } = useTranslation()
  const { update, error, looking, installing, load, look, install } = useStoreOf('updates', (state) => state)
  useEffect(() => void load(), [load])
  if (update === null || update.state === 'off') return null
  return (
    <section className={classes['card']} aria-label={t('settings.updates.title')}>
      <h2 className={classes['cardTitle']}>{t('settings.updates.title')}</h2>
      <Text>{t(`settings.updates.${update.state}`, { version: update.version })}</Text>
      <ErrorAlert error={error} mt="sm" />
      {update.state === 'ready' ? (
        <Button mt="sm" onClick={() => void install()} loading={installing}>
          {t('settings.updates.install')}
        </Button>
      ) : (
        <Button mt="sm" variant="default" onClick={() => void look()} loading={looking}>
          {t('settings.updates.look')}
        </Button>
      )}
    </section>
  )
}
