import { Alert, Button, FileButton, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preferences } from '../../../../shared/contract/preferences'
import type { BridgeError } from '../../../../shared/contract/result'
import { wordsOfError } from '../../locales/i18n'
import { ErrorAlert } from '../../parts/error-alert'
import { useStoreOf } from '../../stores/stores'
import classes from '../../ui/section.module.css'
import { MOST_LOGO_BYTES } from '../../../../shared/domain/station/logo'

type Sender = Preferences['sender']

/** What the packing slip says about the sender. */
export function SenderCard({ sender }: { sender: Sender }) {
  const { t } = useTranslation()
  return (
    <section className={classes['card']} aria-label={t('printing.sender.title')}>
      <h2 className={classes['cardTitle']}>{t('printing.sender.title')}</h2>
      <Stack gap="md">
        <Logo />
        <SenderForm sender={sender} />
      </Stack>
    </section>
  )
}

function SenderForm({ sender }: { sender: Sender }) {
  const { t } = useTranslation()
  const save = useStoreOf('station', (state) => state.savePreferences)
  const [draft, setDraft] = useState(sender)
  const [outcome, setOutcome] = useState<{ error: BridgeError | null } | null>(null)
  const field = (name: keyof Sender, maxLength: number) => ({
    label: t(`printing.sender.${name}`),
    value: draft[name],
    maxLength,
    onChange: (event: { currentTarget: { value: string } }) => {
      setDraft({ ...draft, [name]: event.currentTarget.value })
      setOutcome(null)
    },
  })
  const submit = () => void save({ sender: draft }).then((error) => setOutcome({ error }))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="md">
        <TextInput {...field('name', 100)} />
        <Textarea {...field('address', 500)} {...LINES} />
        <Textarea {...field('returnAddress', 500)} {...LINES} />
        <Textarea {...field('thanks', 500)} {...LINES} description={t('printing.sender.thanksHint')} />
        <ErrorAlert error={outcome?.error ?? null} />
        {outcome?.error === null && (
          <Alert role="status" color="green">
            {t('printing.sender.saved')}
          </Alert>
        )}
        <Group>
          <Button type="submit">{t('printing.sender.save')}</Button>
        </Group>
      </Stack>
    </form>
  )
}

const LINES = { autosize: true, minRows: 2, maxRows: 6 } as const

function Logo() {
  const { t } = useTranslation()
  const { logo, logoError, loadLogo, saveLogo } = useStoreOf('print', (state) => state)
  useEffect(() => void loadLogo(), [loadLogo])
  const take = (file: File | null) => {
    if (file !== null) void readLogoFile(file).then(saveLogo)
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
        <FileButton accept="image/png,image/jpeg" onChange={take}>
          {(props) => (
            <Button {...props} variant="default">
              {t(logo === null ? 'printing.sender.choose' : 'printing.sender.replace')}
            </Button>
          )}
        </FileButton>
        {logo !== null && (
          <Button variant="default" onClick={() => void saveLogo(null)}>
            {t('printing.sender.remove')}
          </Button>
        )}
      </Group>
      {logoError !== null && (
        <Alert role="alert" color="red" mt="xs">
          {wordsOfError(t, logoError)}
        </Alert>
      )}
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
