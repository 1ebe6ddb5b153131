import { Button, Switch, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Preferences } from '../../../../shared/contract/preferences'
import { useSchemaForm } from '../../forms/use-schema-form'
import { OutcomeAlert } from '../../parts/outcome'
import { useStoreOf } from '../../stores/stores'
import classes from '../../ui/section.module.css'
import { lanSchema, typedLan } from './lan-schema'

type Props = {
  lan: Preferences['lan']
  hostName: string
  /** Multicast is off: its port and addresses have no effect. */
  atHub: boolean
}

/** This station's name and settings on the local network. */
export function LanForm({ lan, hostName, atHub }: Props) {
  const { t } = useTranslation()
  const save = useStoreOf('station', (state) => state.savePreferences)
  const { field, submit, outcome } = useSchemaForm({
    schema: lanSchema,
    initial: typedLan(lan),
    problemWords: { port: t('stations.portProblem'), addresses: t('stations.addressesProblem') },
    send: (changed) => save({ lan: changed }),
  })
  const title = t(atHub ? 'stations.networkAtHub' : 'stations.network')
  return (
    <section className={classes['card']} aria-label={title}>
      <h2 className={classes['cardTitle']}>{title}</h2>
      <form onSubmit={submit} noValidate>
        <Switch size="lg" mb="md" label={t('stations.on')} {...field('on', 'checkbox')} />
        <div className={classes['fields']}>
          <TextInput
            label={t('stations.name')}
            description={t('stations.nameHint', { hostName })}
            maxLength={60}
            {...field('stationName')}
          />
          {!atHub && (
            <TextInput
              label={t('stations.port')}
              description={t('stations.portHint')}
              inputMode="numeric"
              {...field('port')}
            />
          )}
        </div>
        {!atHub && (
          <Textarea
            mt="sm"
            label={t('stations.addresses')}
            description={t('stations.addressesHint')}
            autosize
            minRows={2}
            maxRows={6}
            {...field('addresses')}
          />
        )}
        <OutcomeAlert outcome={outcome} mt="md" />
        <Button type="submit" mt="md">
          {t('settings.save')}
        </Button>
      </form>
    </section>
  )
}
