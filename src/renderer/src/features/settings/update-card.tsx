import { Button, Text } from '@mantine/core'
import { useTranslation } from '../../locales/i18n'
import { useAct, useRead } from '../../parts/use-read'
import { ErrorAlert } from '../../parts/error-alert'
import classes from '../../ui/section.module.css'

/** Whether a newer version is ready, and its installation; nothing where IT updates the PCs another way. */
export function UpdateCard() {
  const { t } = useTranslation()
  const { value: update, error, take } = useRead('updates:read', {})
  const [looking, installing] = [useAct('updates:look'), useAct('updates:install')]
  const look = async () => {
    installing.clear()
    const answer = await looking.perform({})
    if (answer?.ok) take(answer)
  }
  if (update === null || update.state === 'off') return null
  return (
    <section className={classes['card']} aria-label={t('settings.updates.title')}>
      <h2 className={classes['cardTitle']}>{t('settings.updates.title')}</h2>
      <Text>{t(`settings.updates.${update.state}`, { version: update.version })}</Text>
      <ErrorAlert error={looking.error ?? installing.error ?? error} mt="sm" />
      {update.state === 'ready' ? (
        <Button
          mt="sm"
          onClick={() => {
            looking.clear()
            void installing.perform({})
          }}
          // Until the program ends.
          loading={installing.asked !== null || installing.done !== null}
        >
          {t('settings.updates.install')}
        </Button>
      ) : (
        <Button mt="sm" variant="default" onClick={() => void look()} loading={looking.asked !== null}>
          {t('settings.updates.look')}
        </Button>
      )}
    </section>
  )
}
