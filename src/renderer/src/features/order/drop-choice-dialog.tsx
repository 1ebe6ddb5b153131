import { Button, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormGuard } from '../../scan/use-form-guard'
import { useStoreOf } from '../../stores/stores'

/** Asks before the chosen lines of one order are dropped for another order. */
export function DropChoiceDialog() {
  const { t } = useTranslation()
  const wanted = useStoreOf('order', (state) => state.wanted)
  const present = useStoreOf('order', (state) => state.orderId)
  const setWanted = useStoreOf('order', (state) => state.setWanted)
  const open = useStoreOf('order', (state) => state.open)
  const go = useStoreOf('screen', (state) => state.go)
  const keep = () => {
    setWanted(null)
    go('order')
  }
  const drop = () => {
    if (wanted === null) return
    setWanted(null)
    go('order')
    void open(wanted)
  }
  const confirm = () => {
    drop()
    return true
  }
  useFormGuard(wanted !== null, { close: keep, confirm })
  return (
    <Modal
      opened={wanted !== null}
      onClose={() => setWanted(null)}
      title={t('dropChoice.title', { orderId: present ?? 0 })}
      size="lg"
    >
      <Question />
      <Group justify="flex-end">
        <Button variant="default" onClick={drop}>
          {t('dropChoice.drop', { orderId: wanted ?? 0 })}
        </Button>
        <Button onClick={keep} data-autofocus>
          {t('dropChoice.keep', { orderId: present ?? 0 })}
        </Button>
      </Group>
    </Modal>
  )
}

function Question() {
  const { t } = useTranslation()
  const count = useStoreOf('order', (state) => state.chosen.size)
  return <Text mb="lg">{t('dropChoice.text', { count })}</Text>
}
