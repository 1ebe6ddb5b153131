import { Button, Group, Modal, Text } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { useState } from 'react'
import { useBulk } from '../../../parts/use-bulk'
import { useFormGuard } from '../../../scan/use-form-guard'

type Props = {
  icon: TablerIcon
  label: string
  title: string
  text: string
  yes: string
  no: string
  onYes: () => Promise<void>
}

/** A button whose step is asked about first. */
export function AskButton({ icon: Icon, label, title, text, yes, no, onYes }: Props) {
  const { busy } = useBulk()
  const [asking, setAsking] = useState(false)
  useFormGuard(asking, { close: () => setAsking(false) })
  const confirm = () => {
    setAsking(false)
    void onYes()
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon size={18} aria-hidden />}
        disabled={busy}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <Modal opened={asking} onClose={() => setAsking(false)} title={title} size="lg">
        <Text>{text}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
            {no}
          </Button>
          <Button color="red.9" onClick={confirm}>
            {yes}
          </Button>
        </Group>
      </Modal>
    </>
  )
}
