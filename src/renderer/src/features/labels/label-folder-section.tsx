import { Alert, Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preferences } from '../../../../shared/contract/preferences'
import type { BridgeError } from '../../../../shared/contract/result'
import { readPrinterAddress } from '../../../../shared/domain/labels/printer-address'
import { ErrorAlert } from '../../parts/error-alert'
import { useStoreOf } from '../../stores/stores'
import classes from '../../ui/section.module.css'
import { FoundLabels } from './found-labels'

type LabelFolder = Preferences['labelFolder']

/** Where carrier software writes labels, where they are printed, and what of it is of no use. */
export function LabelFolderSection() {
  const labelFolder = useStoreOf('station', (state) => state.bootstrap?.preferences.labelFolder)
  if (labelFolder === undefined) return <></>
  return (
    <div className={classes['columns']}>
      <FolderForm labelFolder={labelFolder} />
      {labelFolder.path !== '' && <FoundLabels />}
    </div>
  )
}

/** A drive's, a share's or a Unix path: anything else would depend on where the program was started. */
const FULL_PATH = /^(?:[a-z]:[\\/]|\\\\[^\\]|\/)/i

function FolderForm({ labelFolder }: { labelFolder: LabelFolder }) {
  const { t } = useTranslation()
  const save = useStoreOf('station', (state) => state.savePreferences)
  const [draft, setDraft] = useState(labelFolder)
  const [outcome, setOutcome] = useState<{ error: BridgeError | null } | null>(null)
  const change = (part: Partial<LabelFolder>) => {
    setDraft({ ...draft, ...part })
    setOutcome(null)
  }
  const [path, zplPrinter] = [draft.path.trim(), draft.zplPrinter.trim()]
  const pathWrong = path !== '' && !FULL_PATH.test(path)
  const printerWrong = zplPrinter !== '' && readPrinterAddress(zplPrinter) === null
  const submit = () => {
    if (!pathWrong && !printerWrong)
      void save({ labelFolder: { ...draft, path, zplPrinter } }).then((error) => setOutcome({ error }))
  }
  return (
    <section className={classes['card']} aria-label={t('labelFolder.title')}>
      <h2 className={classes['cardTitle']}>{t('labelFolder.title')}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="md">
          <Text>{t('labelFolder.about')}</Text>
          <TextInput
            label={t('labelFolder.path')}
            description={t('labelFolder.pathHint')}
            value={draft.path}
            maxLength={1_000}
            error={pathWrong ? t('labelFolder.pathWrong') : null}
            onChange={(event) => change({ path: event.currentTarget.value })}
          />
          <TextInput
            label={t('labelFolder.zplPrinter')}
            description={t('labelFolder.zplPrinterHint')}
            value={draft.zplPrinter}
            maxLength={300}
            error={printerWrong ? t('labelFolder.zplPrinterWrong') : null}
            onChange={(event) => change({ zplPrinter: event.currentTarget.value })}
          />
          <Text className={classes['quiet']}>{t('labelFolder.otherPrinter')}</Text>
          <Switch
            size="lg"
            label={t('labelFolder.printWhenPacked')}
            description={t('labelFolder.printWhenPackedHint')}
            checked={draft.printWhenPacked}
            onChange={(event) => change({ printWhenPacked: event.currentTarget.checked })}
          />
          <ErrorAlert error={outcome?.error ?? null} />
          {outcome?.error === null && (
            <Alert role="status" color="green">
              {t('labelFolder.saved')}
            </Alert>
          )}
          <Group>
            <Button type="submit" disabled={pathWrong || printerWrong}>
              {t('labelFolder.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  )
}
