import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from '../../locales/i18n'
import { ErrorAlert } from '../../parts/error-alert'
import { useFormGuard } from '../../scan/use-form-guard'
import { useStoreOf } from '../../stores/stores'
import { DialogButtons } from '../../ui/dialog-buttons'
import { NoticeActions } from './notice-actions'
import { noticeTitle, NoticeText } from './notice-text'

/** All alarms that nobody has acknowledged. */
export function NoticeList() {
  const open = useStoreOf('notices', (state) => state.listOpen)
  return open ? <OpenList /> : null
}

function OpenList() {
  const { t } = useTranslation()
  const notices = useStoreOf('notices', (state) => state.notices)
  const error = useStoreOf('notices', (state) => state.error)
  const showList = useStoreOf('notices', (state) => state.showList)
  const close = () => showList(false)
  useFormGuard(true, { close })
  return (
    <Modal opened onClose={close} title={t('alarms.list')} size={900}>
      <ErrorAlert error={error} mb="sm" />
      {notices.length === 0 && <Text>{t('alarms.none')}</Text>}
      {notices.map((notice) => (
        <Alert
          key={notice.noticeId}
          role="article"
          aria-label={noticeTitle(t, notice)}
          variant="filled"
          color="red.9"
          mb="sm"
          title={noticeTitle(t, notice)}
        >
          <NoticeText notice={notice} />
          <Group gap="sm" mt="sm">
            <NoticeActions notice={notice} onLeave={close} />
          </Group>
        </Alert>
      ))}
      <DialogButtons>
        <Button variant="default" onClick={close} data-autofocus>
          {t('alarms.close')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
