import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OrderView } from '../../../shared/contract/views'
import { orderStateWords } from './state-words'

export function OrderState({ order, size = 'md' }: { order: OrderView; size?: 'md' | 'xl' }) {
  const { t } = useTranslation()
  return (
    <Badge size={size} variant="outline" color={order.canceled ? 'red' : 'gray'}>
      {orderStateWords(t, order.state)}
    </Badge>
  )
}
