import { Button, Checkbox, NativeSelect, type NativeSelectProps, Stack, Switch, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { Preferences } from '../../../../shared/contract/preferences'
import type { PrintDocument } from '../../../../shared/contract/print'
import { LABEL_DOCUMENTS, SHEET_PAPERS, type LabelDocument } from '../../../../shared/domain/station/paper'
import { SettingCard } from '../../forms/setting-card'
import { usePreferences } from '../../forms/use-settings'
import { useTranslation } from '../../locales/i18n'
import { ErrorAlert } from '../../parts/error-alert'
import { PrintResult } from '../../parts/print-result'
import { useKept, useRead } from '../../parts/use-read'
import { PRINTED_LAST, type PrintRun } from '../../stores/printing'
import { useStoreOf, useStores } from '../../stores/stores'
import classes from '../../ui/section.module.css'
import { SenderCard } from './sender-card'

type Printing = Preferences['printing']

/** Where documents are printed, and the sheets that are printed once. */
export function PrintingSettings() {
  const preferences = useStoreOf('station', (state) => state.bootstrap?.preferences)
  if (preferences === undefined) return <></>
  return (
    <div className={classes['columns']}>
      <Stack>
        <Choices printing={preferences.printing} />
        <Sheets />
      </Stack>
      <SenderCard sender={preferences.sender} />
    </div>
  )
}

function Choices({ printing }: { printing: Printing }) {
  const { t } = useTranslation()
  const settings = usePreferences('printing', printing)
  const { choice, toggle, last } = settings
  return (
    <SettingCard title={t('printing.title')} last={last}>
      <PrinterChoice label={t('printing.printer')} printer={printing.printer} {...choice('printer')} />
      <NativeSelect
        label={t('printing.paper')}
        data={SHEET_PAPERS.map((paper) => ({ value: paper, label: t(`printing.papers.${paper}`) }))}
        {...choice('paper')}
      />
      <OnLabels printing={printing} settings={settings} />
      {(['slipWhenPacked', 'pricesOnSlip'] as const).map((name) => (
        <Switch key={name} size="lg" label={t(`printing.${name}`)} {...toggle(name)} />
      ))}
    </SettingCard>
  )
}

/** The label is part of the touch target. */
const FOR_GLOVES = {
  size: 'lg',
  styles: { body: { alignItems: 'center' }, label: { display: 'flex', alignItems: 'center', minHeight: 44 } },
} as const

type OnLabelsProps = {
  printing: Printing
  settings: Pick<ReturnType<typeof usePreferences<'printing'>>, 'choice' | 'row' | 'change' | 'latest'>
}

/** Which documents go to the label printer, and which printer that is. */
function OnLabels({ printing: { onLabels, labelPrinter }, settings }: OnLabelsProps) {
  const { t } = useTranslation()
  const byStation = useRead('print:printers', {}, { asks: 'never' }).value?.by === 'station'
  const hasFolder = useStoreOf('station', (state) => state.bootstrap?.preferences.labelFolder.path !== '')
  const toggle = (kind: LabelDocument, on: boolean) =>
    void settings.change({
      onLabels: LABEL_DOCUMENTS.filter((one) =>
        one === kind ? on : settings.latest('onLabels').includes(one),
      ),
    })
  return (
    <>
      <Checkbox.Group
        label={t('printing.onLabels')}
        description={t('printing.onLabelsHint')}
        value={[...onLabels]}
        {...settings.row('onLabels')}
      >
        {LABEL_DOCUMENTS.map((kind) => (
          <Checkbox
            key={kind}
            {...FOR_GLOVES}
            value={kind}
            label={t(`printing.labels.${kind}`)}
            onChange={(event) => toggle(kind, event.currentTarget.checked)}
          />
        ))}
      </Checkbox.Group>
      {byStation && (onLabels.length > 0 || hasFolder) && (
        <PrinterChoice
          label={t('printing.labelPrinter')}
          printer={labelPrinter}
          {...settings.choice('labelPrinter')}
        />
      )}
    </>
  )
}

type ChoiceProps = Omit<NativeSelectProps, 'data'> & { printer: string | null }

function PrinterChoice({ printer, error, ...choice }: ChoiceProps) {
  const { t } = useTranslation()
  const { value: printers, error: unread } = useRead('print:printers', {})
  if (unread !== null) return <ErrorAlert error={unread} />
  if (printers === null) return null
  if (printers.by === 'browser') return <Text>{t('printing.browser')}</Text>
  const known = printers.printers.map(({ name, label }) => ({ value: name, label }))
  const gone = printer !== null && known.every(({ value }) => value !== printer)
  return (
    <NativeSelect
      description={t('printing.printerHint')}
      {...choice}
      data={[
        { value: '', label: t('printing.ask') },
        ...known,
        ...(gone ? [{ value: printer, label: t('printing.gone', { name: printer }) }] : []),
      ]}
      error={error ?? (known.length === 0 ? t('printing.noPrinters') : null)}
    />
  )
}

const SHEETS = [
  { document: { kind: 'command_sheet' }, label: 'commandSheet' },
  { document: { kind: 'command_poster' }, label: 'commandPoster' },
  { document: { kind: 'calibration_sheet' }, label: 'calibrationSheet' },
  { document: { kind: 'badges', operatorId: null }, label: 'badges' },
] as const satisfies readonly {
  document: PrintDocument
  label: string
}[]

function Sheets() {
  const { t } = useTranslation()
  const { print } = useStores().printing
  const [last] = useKept<PrintRun | null>(PRINTED_LAST, null)
  return (
    <section className={classes['card']} aria-label={t('printing.sheets')}>
      <h2 className={classes['cardTitle']}>{t('printing.sheets')}</h2>
      <Stack gap="sm" align="flex-start">
        {SHEETS.map(({ document, label }) => (
          <Button
            key={label}
            variant="default"
            disabled={last?.state === 'busy'}
            leftSection={<IconPrinter size={20} aria-hidden />}
            onClick={() => void print(document)}
          >
            {t(`printing.${label}`)}
          </Button>
        ))}
      </Stack>
      <PrintResult isOurs={({ kind }) => kind !== 'packing_slip'} />
    </section>
  )
}
