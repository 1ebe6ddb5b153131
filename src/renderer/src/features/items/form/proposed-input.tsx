import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useRead } from '../../../parts/use-read'
import classes from '../items.module.css'

type Props = AutocompleteProps & {
  /** The field in `UsedValues`. */
  used: string
  /** Holds several values, separated by commas. */
  several?: boolean
}

/** A text field that proposes what the account already uses; any other value may be typed. */
export function ProposedInput({ used, several = false, ...input }: Props) {
  const values = useRead('items:used-values', {}).value?.[used]
  const proposed = proposals(values ?? [], input.value ?? '', several)
  return (
    <Autocomplete
      autoComplete="off"
      classNames={{ option: classes['option'] ?? '' }}
      maxDropdownHeight={300}
      {...input}
      data={proposed}
      onKeyDown={proposed.length > 0 ? keepEnter : undefined}
    />
  )
}

/** Of a list, each proposal is what is there already and one value more. */
export function proposals(values: readonly string[], typed: string, several: boolean): string[] {
  if (!several) return [...values]
  const before = typed
    .split(',')
    .slice(0, -1)
    .map((one) => one.trim())
  return values.filter((value) => !before.includes(value)).map((value) => [...before, value].join(', '))
}

/** Enter picks a proposal; the form is sent by its button. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}
