import { Alert } from '@mantine/core'
import type { TFunction } from 'i18next'
import type { Words } from '../../../../locales/words'
import type { InstructionRefusal } from '../../../../shared/contract/instructions'
import type { BridgeError } from '../../../../shared/contract/result'
import {
  MOST_INSTRUCTIONS,
  type FoundBy,
  type WrittenInstruction,
} from '../../../../shared/domain/orders/instruction'
import { hasText, wordsOfError, useTranslation } from '../../locales/i18n'
import { gradeWords } from '../../scan/item-look'

/** Why the table was not changed. */
export function Refusal({ error }: { error: BridgeError | null }) {
  const { t } = useTranslation()
  if (error === null) return null
  const why = error.fields?.['file']
  return (
    <Alert role="alert" color="red" mt="md">
      {why === undefined
        ? wordsOfError(t, error)
        : `${t('instructions.notWritten')} ${refusalWords(t, why as InstructionRefusal)}`}
    </Alert>
  )
}

export function refusalWords(t: TFunction, why: InstructionRefusal): string {
  if (hasText(`instructions.tables.${why}`))
    return t(`instructions.tables.${why as keyof Words['instructions']['tables']}`)
  const own = why as keyof Words['instructions']['refused']
  return t(`instructions.refused.${own}`, { most: MOST_INSTRUCTIONS })
}

/** What an instruction holds for. @param by `null`: nobody looked for an item */
export function heldFor(
  t: TFunction,
  { sku, condition }: Pick<WrittenInstruction, 'sku' | 'condition'>,
  by: FoundBy | null,
): string {
  const grade = condition === null ? '' : gradeWords(t, condition)
  if (sku === null) return t('instructions.codes.condition', { condition: grade })
  const code = by === null ? sku : t(`instructions.codes.${by}`, { sku, condition: grade })
  return [code, ...(condition === null ? [] : [t('instructions.onlyIn', { condition: grade })])].join(' · ')
}
