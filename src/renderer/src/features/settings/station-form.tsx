import { Autocomplete, Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { StationSettings } from '../../../../shared/contract/views'
import { useSchemaForm } from '../../forms/use-schema-form'
import { OutcomeAlert } from '../../parts/outcome'
import { stationZone, zoneName } from '../../parts/time/station-time'
import { useStoreOf } from '../../stores/stores'
import classes from '../../ui/section.module.css'
import { stationSchema, typedSettings } from './station-schema'

const ZONES = Intl.supportedValuesOf('timeZone')
const ZONES_SHOWN = 8

/** The station's defaults and display settings. */
export function StationForm({ settings }: { settings: StationSettings }) {
  const { t } = useTranslation()
  const save = useStoreOf('station', (state) => state.saveSettings)
  const { form, field, submit, outcome } = useSchemaForm({
    schema: stationSchema,
    initial: typedSettings(settings),
    problemWords: {
      warehouseId: t('settings.warehouseProblem'),
      currency: t('settings.currencyProblem'),
      timeZone: t('settings.timeZoneProblem'),
      transitDays: t('settings.transitDaysProblem'),
      purgeDays: t('settings.purgeDaysProblem'),
      evidenceMonths: t('settings.evidenceMonthsProblem'),
      archiveDays: t('settings.archiveDaysProblem'),
    },
    send: save,
    onSaved: (saved, show) => show(typedSettings(saved)),
  })
  return (
    <section className={classes['card']} aria-label={t('settings.station')}>
      <h2 className={classes['cardTitle']}>{t('settings.station')}</h2>
      <form onSubmit={submit} noValidate>
        <div className={classes['fields']}>
          <TextInput
            label={t('settings.warehouse')}
            description={t('settings.warehouseHint')}
            inputMode="numeric"
            {...field('warehouseId')}
          />
          <TextInput
            label={t('settings.transitDays')}
            description={t('settings.transitDaysHint')}
            inputMode="numeric"
            {...field('transitDays')}
          />
          <Autocomplete
            label={t('settings.timeZone')}
            description={t('settings.timeZoneHint', { zone: zoneName(stationZone(null)) })}
            data={ZONES}
            limit={ZONES_SHOWN}
            {...field('timeZone')}
          />
          <TextInput
            label={t('settings.carrier')}
            description={t('settings.carrierHint')}
            {...field('carrier')}
          />
          <TextInput
            label={t('settings.currency')}
            description={t('settings.currencyHint')}
            maxLength={3}
            {...field('currency')}
          />
          <TextInput
            label={t('settings.operator')}
            description={t('settings.operatorHint')}
            maxLength={100}
            {...field('operator')}
          />
          <TextInput
            label={t('settings.purgeDays')}
            description={t('settings.purgeDaysHint')}
            inputMode="numeric"
            {...field('purgeDays')}
          />
          <TextInput
            label={t('settings.evidenceMonths')}
            description={t('settings.evidenceMonthsHint')}
            inputMode="numeric"
            {...field('evidenceMonths')}
          />
          <TextInput
            label={t('settings.archiveDays')}
            description={t('settings.archiveDaysHint')}
            inputMode="numeric"
            {...field('archiveDays')}
          />
        </div>
        <OutcomeAlert outcome={outcome} mt="md" />
        <Button type="submit" mt="md" loading={form.submitting}>
          {t('settings.save')}
        </Button>
      </form>
    </section>
  )
}
