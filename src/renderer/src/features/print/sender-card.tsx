import { Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { preferenceSchemas, strict, type Preferences } from '../../../../shared/contract/preferences'
import { useTranslation } from '../../locales/i18n'
import { ChooseFile } from '../../parts/choose-file'
import { ErrorAlert } from '../../parts/error-alert'
import { useAct, useRead } from '../../parts/use-read'
import { SettingCard } from '../../forms/setting-card'
import { usePreferences } from '../../forms/use-settings'
import { text } from '../../forms/typed'
import classes from '../../ui/section.module.css'
import { MOST_LOGO_BYTES } from '../../../../shared/domain/station/logo'

const { name, address, returnAddress, thanks } = strict(preferenceSchemas.sender).shape
const schema = z.object({
  name: text.pipe(name),
  address: text.pipe(address),
  returnAddress: text.pipe(returnAddress),
  thanks: text.pipe(thanks),
})

/** What the packing slip says about the sender. */
export function SenderCard({ sender }: { sender: Preferences['sender'] }) {
  const { t } = useTranslation()
  const settings = usePreferences('sender', sender, { schema })
  const field = (of: keyof Preferences['sender'], maxLength: number) => ({
    label: t(`printing.sender.${of}`),
    maxLength,
    className: classes['long'],
    ...settings.text(of),
  })
  return (
    <SettingCard title={t('printing.sender.title')} last={settings.last}>
      <Logo />
      <TextInput {...field('name', 100)} />
      <Textarea {...field('address', 500)} {...LINES} />
      <Textarea {...field('returnAddress', 500)} {...LINES} />
      <Textarea description={t('printing.sender.thanksHint')} {...field('thanks', 500)} {...LINES} />
    </SettingCard>
  )
}

const LINES = { autosize: true, minRows: 2, maxRows: 6 } as const

function Logo() {
  const { t } = useTranslation()
  const { value, error, take: show } = useRead('print:logo', {})
  const saving = useAct('print:save-logo')
  const logo = value?.logo ?? null
  const [isReading, setReading] = useState(false)
  const isBusy = isReading || saving.asked !== null
  const save = async (picture: string | null) => {
    const answer = await saving.perform({ picture })
    // A refused picture leaves the logo as it is.
    if (answer?.ok === true) show(answer)
  }
  const take = async (file: File | null) => {
    if (file === null) return
    setReading(true)
    const picture = await readLogoFile(file)
    setReading(false)
    await save(picture)
  }
  return (
    <div role="group" aria-label={t('printing.sender.logo')}>
      <Text fw={600}>{t('printing.sender.logo')}</Text>
      <Text size="sm" mb="xs">
        {t('printing.sender.logoHint')}
      </Text>
      {logo === null ? (
        <Text mb="xs">{t('printing.sender.noLogo')}</Text>
      ) : (
        <img className={classes['logo']} src={logo} alt={t('printing.sender.logoOfNow')} />
      )}
      <Group>
        <ChooseFile accept="image/png,image/jpeg" onChange={(file) => void take(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={isBusy}>
              {t(logo === null ? 'printing.sender.choose' : 'printing.sender.replace')}
            </Button>
          )}
        </ChooseFile>
        {logo !== null && (
          <Button variant="default" disabled={isBusy} onClick={() => void save(null)}>
            {t('printing.sender.remove')}
          </Button>
        )}
      </Group>
      <ErrorAlert error={saving.error ?? error} mt="xs" />
    </div>
  )
}

/** A file that nobody needs to send because it is refused anyway. */
const NO_PICTURE = ''

/** The file in base64. One that is too large, or that the browser cannot draw, comes back empty, which main refuses. */
async function readLogoFile(file: File): Promise<string> {
  if (file.size > MOST_LOGO_BYTES) return NO_PICTURE
  try {
    const picture = await createImageBitmap(file)
    picture.close()
    const bytes = new Uint8Array(await file.arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  } catch {
    return NO_PICTURE
  }
}
