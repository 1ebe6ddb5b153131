import { Button, Group, PasswordInput, Text } from '@mantine/core'
import { neighborCalls } from '../../../../shared/contract/neighbors'
import { useSchemaForm } from '../../forms/use-schema-form'
import { useTranslation } from '../../locales/i18n'
import { OutcomeAlert } from '../../parts/error-alert'
import { useStoreOf } from '../../stores/stores'
import classes from '../../ui/section.module.css'

const EMPTY = { passphrase: '' }

/** A passphrase that replaces the access token as the stations' proof of trust. */
export function PassphraseForm({ isSet }: { isSet: boolean }) {
  const { t } = useTranslation()
  const isOfIt = useStoreOf('station', (state) => state.bootstrap?.fixed.includes('lan.passphrase') === true)
  const save = useStoreOf('station', (state) => state.savePassphrase)
  const { field, submit, take, outcome } = useSchemaForm({
    schema: neighborCalls['warehouse:passphrase'].request,
    initial: EMPTY,
    problemWords: { passphrase: t('stations.passphraseProblem') },
    send: ({ passphrase }) => save(passphrase),
    onSaved: (_request, show) => show(EMPTY),
  })
  return (
    <section className={classes['card']} aria-label={t('stations.trust')} style={{ marginTop: '1rem' }}>
      <h2 className={classes['cardTitle']}>{t('stations.trust')}</h2>
      <Text>{isSet ? t('stations.byPassphrase') : t('stations.byToken')}</Text>
      {!isOfIt && (
        <form onSubmit={submit} noValidate>
          <PasswordInput
            mt="sm"
            label={t('stations.passphrase')}
            description={t('stations.passphraseHint')}
            maxLength={200}
            {...field('passphrase')}
          />
          {outcome !== 'saved' && <OutcomeAlert outcome={outcome} mt="md" />}
          <Group mt="md">
            <Button type="submit">{t('stations.setPassphrase')}</Button>
            {isSet && (
              <Button variant="default" onClick={() => void take({ passphrase: null })}>
                {t('stations.removePassphrase')}
              </Button>
            )}
          </Group>
        </form>
      )}
    </section>
  )
}
