import { Button, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from '../../locales/i18n'
import { useFormGuard } from '../../scan/use-form-guard'
import { useStoreOf } from '../../stores/stores'

/** Asks before the chosen lines of one order, or its label, are dropped for another order. */
export function DropChoiceDialog() {
  const { t } = useTranslation()
  const wanted = useStoreOf('order', (state) => state.wanted)
  const present = useStoreOf('order', (state) => state.orderId)
  const label = useStoreOf('order', ({ chosen, draft }) => (chosen.size === 0 ? draft.trackingNumber : ''))
  const setWanted = useStoreOf('order', (state) => state.setWanted)
  const open = useStoreOf('order', (state) => state.open)
  const visit = useStoreOf('screen', (state) => state.visit)
  const keep = () => {
    setWanted(null)
    visit('order')
  }
  const drop = () => {
    if (wanted === null) return
    setWanted(null)
    visit('order')
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
      <Question label={label} />
      <Group justify="flex-end">
        <Button variant="default" onClick={drop}>
          {t(label === '' ? 'dropChoice.drop' : 'dropChoice.labelDrop', { orderId: wanted ?? 0 })}
        </Button>
        <Button onClick={keep} data-autofocus>
          {t('dropChoice.keep', { orderId: present ?? 0 })}
        </Button>
      </Group>
    </Modal>
  )
}

function Question({ label: number }: { label: string }) {
  const { t } = useTranslation()
  const count = useStoreOf('order', (state) => state.chosen.size)
  const text = number === '' ? t('dropChoice.text', { count }) : t('dropChoice.labelText', { number })
  return <Text mb="lg">{text}</Text>
}
