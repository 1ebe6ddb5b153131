import { Switch, Text, TextInput } from '@mantine/core'
import { z } from 'zod'
import type { Preferences } from '../../../../shared/contract/preferences'
import { readPrinterAddress } from '../../../../shared/domain/labels/printer-address'
import { CardHelp, SettingCard } from '../../forms/setting-card'
import { usePreferences } from '../../forms/use-settings'
import { useTranslation } from '../../locales/i18n'
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

const trimmed = z.string().trim()
const schema = z.object({
  path: trimmed.refine((path) => path === '' || FULL_PATH.test(path)),
  zplPrinter: trimmed.refine((address) => address === '' || readPrinterAddress(address) !== null),
})

function FolderForm({ labelFolder }: { labelFolder: LabelFolder }) {
  const { t } = useTranslation()
  const { text, toggle, last } = usePreferences('labelFolder', labelFolder, {
    schema,
    problems: { path: t('labelFolder.pathWrong'), zplPrinter: t('labelFolder.zplPrinterWrong') },
  })
  return (
    <SettingCard title={t('labelFolder.title')} last={last}>
      <CardHelp>
        <p>{t('labelFolder.about')}</p>
      </CardHelp>
      <TextInput
        className={classes['long']}
        label={t('labelFolder.path')}
        description={t('labelFolder.pathHint')}
        maxLength={1_000}
        {...text('path')}
      />
      <TextInput
        className={classes['long']}
        label={t('labelFolder.zplPrinter')}
        description={t('labelFolder.zplPrinterHint')}
        maxLength={300}
        {...text('zplPrinter')}
      />
      <Text className={classes['quiet']}>{t('labelFolder.otherPrinter')}</Text>
      <Switch
        size="lg"
        label={t('labelFolder.printWhenPacked')}
        description={t('labelFolder.printWhenPackedHint')}
        {...toggle('printWhenPacked')}
      />
    </SettingCard>
  )
}
