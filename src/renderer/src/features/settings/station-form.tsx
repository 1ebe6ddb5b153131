import { Autocomplete, TextInput } from '@mantine/core'
import type { StationSettings } from '../../../../shared/contract/views'
import { MoreSettings, SettingCard } from '../../forms/setting-card'
import { useSettings } from '../../forms/use-settings'
import { useTranslation } from '../../locales/i18n'
import { stationZone, zoneName } from '../../parts/time/station-time'
import { useStoreOf } from '../../stores/stores'
import { stationSchema } from './station-schema'

const ZONES = Intl.supportedValuesOf('timeZone')
const ZONES_SHOWN = 8

/** The station's defaults and display settings. */
export function StationForm({ settings }: { settings: StationSettings }) {
  const { t } = useTranslation()
  const save = useStoreOf('station', (state) => state.saveSettings)
  const { text, commit, last } = useSettings({
    group: 'station',
    values: settings,
    save,
    schema: stationSchema,
    problems: {
      warehouseId: t('settings.warehouseProblem'),
      currency: t('settings.currencyProblem'),
      timeZone: t('settings.timeZoneProblem'),
      transitDays: t('settings.transitDaysProblem'),
      purgeDays: t('settings.purgeDaysProblem'),
      evidenceMonths: t('settings.evidenceMonthsProblem'),
      archiveDays: t('settings.archiveDaysProblem'),
    },
  })
  return (
    <SettingCard title={t('settings.station')} last={last}>
      <TextInput
        label={t('settings.warehouse')}
        description={t('settings.warehouseHint')}
        inputMode="numeric"
        {...text('warehouseId')}
      />
      <TextInput
        label={t('settings.transitDays')}
        description={t('settings.transitDaysHint')}
        inputMode="numeric"
        {...text('transitDays')}
      />
      <Autocomplete
        label={t('settings.timeZone')}
        description={t('settings.timeZoneHint', { zone: zoneName(stationZone(null)) })}
        data={ZONES}
        limit={ZONES_SHOWN}
        onOptionSubmit={(zone) => commit('timeZone', zone)}
        {...text('timeZone')}
      />
      <TextInput label={t('settings.carrier')} description={t('settings.carrierHint')} {...text('carrier')} />
      <TextInput
        label={t('settings.currency')}
        description={t('settings.currencyHint')}
        maxLength={3}
        {...text('currency')}
      />
      <TextInput
        label={t('settings.operator')}
        description={t('settings.operatorHint')}
        maxLength={100}
        {...text('operator')}
      />
      <MoreSettings>
        <TextInput
          label={t('settings.purgeDays')}
          description={t('settings.purgeDaysHint')}
          inputMode="numeric"
          {...text('purgeDays')}
        />
        <TextInput
          label={t('settings.evidenceMonths')}
          description={t('settings.evidenceMonthsHint')}
          inputMode="numeric"
          {...text('evidenceMonths')}
        />
        <TextInput
          label={t('settings.archiveDays')}
          description={t('settings.archiveDaysHint')}
          inputMode="numeric"
          {...text('archiveDays')}
        />
      </MoreSettings>
    </SettingCard>
  )
}
