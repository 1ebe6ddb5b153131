import { Alert, Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export type AccountAnswer = 'same' | 'other'

type Props = { busy: boolean; onAnswer: (answer: AccountAnswer) => void }

/** Nothing shows which account the token belongs to, so a supervisor decides. */
export function AccountQuestion({ busy, onAnswer }: Props) {
  const { t } = useTranslation()
  return (
    <Alert color="red" title={t('settings.accountTitle')} role="alert">
      <Text mb="sm">{t('settings.accountText')}</Text>
      <Group>
        <Button disabled={busy} onClick={() => onAnswer('same')}>
          {t('settings.accountSame')}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => onAnswer('other')}>
          {t('settings.accountOther')}
        </Button>
      </Group>
    </Alert>
  )
}
