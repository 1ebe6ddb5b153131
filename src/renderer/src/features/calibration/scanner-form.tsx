import { Button, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { preferenceSchemas, type Preferences } from '../../../../shared/contract/preferences'
import { strict, typedWhole } from '../../forms/typed'
import { useSchemaForm } from '../../forms/use-schema-form'
import { OutcomeAlert } from '../../parts/outcome'
import { useStoreOf } from '../../stores/stores'
import classes from '../../ui/section.module.css'

const fields = strict(preferenceSchemas.scanner)
const scannerSchema = z.object({
  ...fields,
  maxGapMs: typedWhole.pipe(fields.maxGapMs),
  sameItemMs: typedWhole.pipe(fields.sameItemMs),
})

/** How the scanner types, for people who know better than the calibration. */
export function ScannerForm({ scanner }: { scanner: Preferences['scanner'] }) {
  const { t } = useTranslation()
  const save = useStoreOf('station', (state) => state.savePreferences)
  const { field, submit, outcome } = useSchemaForm({
    schema: scannerSchema,
    initial: { ...scanner, maxGapMs: String(scanner.maxGapMs), sameItemMs: String(scanner.sameItemMs) },
    problemWords: {
      maxGapMs: t('calibration.maxGapProblem'),
      sameItemMs: t('calibration.sameItemProblem'),
    },
    send: (changed) => save({ scanner: changed }),
  })
  return (
    <section className={classes['card']} aria-label={t('calibration.settings')}>
      <h2 className={classes['cardTitle']}>{t('calibration.settings')}</h2>
      <p className={classes['quiet']}>{t('calibration.settingsHint')}</p>
      <form onSubmit={submit} noValidate>
        <div className={classes['fields']}>
          <Select
            label={t('calibration.scannerLayout')}
            data={fields.layout.options.map((value) => ({ value, label: t(`calibration.layout.${value}`) }))}
            allowDeselect={false}
            {...field('layout')}
          />
          <Select
            label={t('calibration.terminator')}
            data={fields.terminator.options.map((value) => ({ value, label: t(`calibration.end.${value}`) }))}
            allowDeselect={false}
            {...field('terminator')}
          />
          <TextInput
            label={t('calibration.prefix')}
            description={t('calibration.marksHint')}
            maxLength={20}
            {...field('prefix')}
          />
          <TextInput
            label={t('calibration.suffix')}
            description={t('calibration.marksHint')}
            maxLength={20}
            {...field('suffix')}
          />
          <TextInput
            label={t('calibration.groupSeparator')}
            description={t('calibration.groupSeparatorHint')}
            maxLength={5}
            {...field('groupSeparator')}
          />
          <TextInput label={t('calibration.maxGap')} inputMode="numeric" {...field('maxGapMs')} />
          <TextInput
            label={t('calibration.sameItem')}
            description={t('calibration.sameItemHint')}
            inputMode="numeric"
            {...field('sameItemMs')}
          />
        </div>
        <OutcomeAlert outcome={outcome} mt="md" />
        <Button type="submit" mt="md">
          {t('settings.save')}
        </Button>
      </form>
    </section>
  )
}
