import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStoreOf } from '../../stores/stores'
import { HoldDialog } from './hold-dialog'

export function HoldButton({ orderId }: { orderId: number }) {
  const { t } = useTranslation()
  const holding = useStoreOf('order', (state) => state.holding)
  const setHolding = useStoreOf('order', (state) => state.setHolding)
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconHandStop size={20} aria-hidden />}
        onClick={() => setHolding('hold')}
      >
        {t('hold.button')}
      </Button>
      {(holding === 'hold' || holding === 'hold_by_command') && (
        <HoldDialog
          orderId={orderId}
          byCommand={holding === 'hold_by_command'}
          onClose={() => setHolding(null)}
        />
      )}
    </>
  )
}
