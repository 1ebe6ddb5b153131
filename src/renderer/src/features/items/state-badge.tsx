import { Badge } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { en } from '../../../../locales/en/words'

const COLORS: Readonly<Partial<Record<string, string>>> = {
  listed: 'green.9',
  processing: 'indigo',
  ready_to_delete: 'orange.9',
  deleted: 'gray.7',
}

export function StateBadge({ state, size = 'lg' }: { state: string; size?: 'lg' | 'xl' }) {
  const { t } = useTranslation()
  return (
    <Badge size={size} color={COLORS[state] ?? 'gray.7'} variant={state === 'listed' ? 'filled' : 'outline'}>
      {stateWords(t, state)}
    </Badge>
  )
}

type NamedState = keyof typeof en.items.states

/** A state that the document does not name is shown as the marketplace calls it. */
function stateWords(t: TFunction, state: string): string {
  return Object.hasOwn(en.items.states, state) ? t(`items.states.${state as NamedState}`) : state
}
