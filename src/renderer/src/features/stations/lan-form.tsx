import { Switch, Textarea, TextInput } from '@mantine/core'
import type { Preferences } from '../../../../shared/contract/preferences'
import { MoreSettings, SettingCard } from '../../forms/setting-card'
import { usePreferences } from '../../forms/use-settings'
import { useTranslation } from '../../locales/i18n'
import classes from '../../ui/section.module.css'
import { lanSchema } from './lan-schema'

type Props = {
  lan: Preferences['lan']
  hostName: string
  /** Multicast is off: its port and addresses have no effect. */
  atHub: boolean
}

/** This station's name and settings on the local network. */
export function LanForm({ lan, hostName, atHub }: Props) {
  const { t } = useTranslation()
  const { toggle, text, last } = usePreferences('lan', lan, {
    schema: lanSchema,
    problems: { port: t('stations.portProblem'), addresses: t('stations.addressesProblem') },
    shown: { addresses: lan.addresses.join('\n') },
  })
  return (
    <SettingCard title={t(atHub ? 'stations.networkAtHub' : 'stations.network')} last={last}>
      <Switch size="lg" label={t('stations.on')} {...toggle('on')} />
      <TextInput
        label={t('stations.name')}
        description={t('stations.nameHint', { hostName })}
        maxLength={60}
        {...text('stationName')}
      />
      {!atHub && (
        <MoreSettings>
          <TextInput
            label={t('stations.port')}
            description={t('stations.portHint')}
            inputMode="numeric"
            {...text('port')}
          />
          <Textarea
            className={classes['long']}
            label={t('stations.addresses')}
            description={t('stations.addressesHint')}
            autosize
            minRows={2}
            maxRows={6}
            {...text('addresses')}
          />
        </MoreSettings>
      )}
    </SettingCard>
  )
}
