import { Alert, Button, Group, Text } from '@mantine/core'
import { IconKeyOff, IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStoreOf } from '../../stores/stores'

/** What stops all work from reaching the marketplace, said above every page. */
export function Banner() {
  const { t } = useTranslation()
  const link = useStoreOf('station', (state) => state.link)
  const gate = useStoreOf('station', (state) => state.bootstrap?.status.gate)
  const waiting = useStoreOf('station', (state) => state.bootstrap?.status.waiting ?? 0)
  const go = useStoreOf('screen', (state) => state.go)
  if (link !== 'up') {
    return (
      <Alert
        variant="filled"
        color="red.9"
        radius={0}
        icon={<IconPlugConnectedX aria-hidden />}
        title={t(`banner.${link}Title`)}
      >
        {t(`banner.${link}Text`)}
      </Alert>
    )
  }
  if (gate !== 'unauthorized') return null
  return (
    <Alert
      variant="filled"
      color="red.9"
      radius={0}
      icon={<IconKeyOff aria-hidden />}
      title={t('banner.tokenTitle')}
    >
      <Group justify="space-between">
        <Text>{t('banner.tokenText', { operations: t('status.waiting', { count: waiting }) })}</Text>
        <Button variant="white" color="dark" onClick={() => go('settings')}>
          {t('banner.tokenLink')}
        </Button>
      </Group>
    </Alert>
  )
}
