import { schemaResolver, useForm } from '@mantine/form'
import { useEffect, useState, type FormEvent } from 'react'
import type { z } from 'zod'
import type { BridgeError } from '../../../shared/contract/result'
import { useTranslation } from '../locales/i18n'
import type { Outcome } from '../parts/error-alert'
import { useStoreOf } from '../stores/stores'

type Options<Typed, Request> = {
  /** Parses the typed values into the request, or names the refused field, by path and code. */
  schema: z.ZodType<Request, Typed>
  initial: Typed
  /**
   * The words of a problem by path and, if there are several, by code. Positions in a list are left out of the path:
   * `photos.url`; `*` has the words for all other fields.
   */
  problemWords: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  send: (request: Request) => Promise<BridgeError | null>
  onSaved?: (request: Request, show: (typed: Typed) => void) => void
  onChange?: (typed: Typed) => void
  /** Called when fields are to be marked. */
  onMarked?: () => void
  /** What is typed is kept as it is typed, so nobody needs to be asked before it goes away. */
  isKept?: boolean
  /** Marks a field as soon as it is changed, not only when the form is submitted. */
  marksAtOnce?: boolean
}

/** A form whose rules are its schema. A refusal by main is marked at its field if the form has words for it. */
export function useSchemaForm<Typed extends Record<string, unknown>, Request>(
  options: Options<Typed, Request>,
) {
  const {
    schema,
    initial,
    problemWords,
    send,
    onSaved,
    onChange,
    onMarked,
    isKept = false,
    marksAtOnce = false,
  } = options
  const { t } = useTranslation()
  const [outcome, setOutcome] = useState<Outcome>(null)
  const form = useForm<Typed, Request>({
    initialValues: initial,
    validate: schemaResolver(schema, { sync: true }),
    transformValues: (typed) => schema.parse(typed),
    validateInputOnChange: marksAtOnce,
    clearInputErrorOnChange: false,
    onValuesChange: (typed) => {
      setOutcome((before) => (before === 'saved' ? null : before))
      onChange?.(typed)
    },
  })
  const holdUnsaved = useStoreOf('screen', (state) => state.holdUnsaved)
  const isUnsaved = !isKept && outcome !== 'saved' && form.isDirty()
  useEffect(() => (isUnsaved ? holdUnsaved() : undefined), [isUnsaved, holdUnsaved])
  const wordsAt = (path: string, code: string): string | undefined => {
    // Of whatever field it is said, the words are the same.
    if (code === 'provisioned') return t('errors.provisioned')
    const words = problemWords[path.replace(/\.\d+/g, '')] ?? problemWords['*']
    return typeof words === 'object' ? words[code] : words
  }
  const take = async (request: Request): Promise<void> => {
    setOutcome(null)
    const refusal = await send(request)
    if (refusal === null) {
      onSaved?.(request, form.setValues)
      return setOutcome('saved')
    }
    const known = Object.entries(refusal.fields ?? {}).filter(([path, code]) => wordsAt(path, code))
    form.setErrors(Object.fromEntries(known))
    setOutcome(known.length > 0 ? null : refusal)
    onMarked?.()
  }
  const refuse = (): void => {
    setOutcome(null)
    onMarked?.()
  }
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!form.submitting) form.onSubmit(take, refuse)(event)
  }
  /** The value of an input, and the words for its problem. */
  const field = (path: string, type: 'input' | 'checkbox' = 'input') => {
    const props = form.getInputProps(path, { type })
    const code: unknown = props.error
    const words = typeof code === 'string' ? wordsAt(path, code) : null
    return { ...props, error: words === undefined ? t('errors.invalid_request') : words }
  }
  return { form, field, submit, take, outcome }
}

export type SchemaForm<Typed extends Record<string, unknown>> = ReturnType<
  typeof useSchemaForm<Typed, unknown>
>
