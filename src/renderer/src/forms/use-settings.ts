import { useCallback, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { PreferenceSection, Preferences } from '../../../shared/contract/preferences'
import type { BridgeError } from '../../../shared/contract/result'
import { wordsOfError } from '../locales/i18n'
import { useStoreOf } from '../stores/stores'

type Texts = {
  /** Reads what is typed into a field, by its name. */
  schema?: { readonly shape: Readonly<Record<string, z.ZodType>> }
  /** The words for a text that cannot be read. */
  problems?: Readonly<Record<string, string>>
  /** Saved values as they are typed, where that is not simply their text. */
  shown?: Readonly<Record<string, string>>
}

type Options<V> = Texts & {
  /** As IT's file calls these settings: `station`, `lock`. */
  group: string
  /** As they are saved now. */
  values: V
  save: (changes: Partial<V>) => Promise<BridgeError | null>
}

/** The address of a setting: the ID of its control. */
export const settingId = (group: string, name: string) => `${group}.${name}`

/**
 * Settings without a button: each is saved by itself as soon as it is changed, a text when its field is left or on
 * Enter. Only the changed field is sent, so that nothing that another window or IT has set is put back. The last
 * change can be undone.
 */
export function useSettings<V extends object>(options: Options<V>) {
  type Name = keyof V & string
  const { group, values, save, schema, problems = {}, shown = {} } = options
  const { t } = useTranslation()
  const fixed = useStoreOf('station', ({ bootstrap }) => bootstrap?.fixed)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [marked, setMarked] = useState<Readonly<Record<string, string>>>({})
  const [last, setLast] = useState<{ before: Partial<V>; after: Partial<V>; isUndo: boolean } | null>(null)
  /** Enter and leaving the field must not send the same text twice. */
  const sent = useRef<Partial<Record<Name, string>>>({})

  const isUnsaved = Object.keys(typed).length > 0
  const holdUnsaved = useStoreOf('screen', (state) => state.holdUnsaved)
  useEffect(() => (isUnsaved ? holdUnsaved() : undefined), [isUnsaved, holdUnsaved])

  const textOf = (name: Name) => shown[name] ?? String(values[name] ?? '')
  const mark = (name: Name, words: string) => setMarked((now) => ({ ...now, [name]: words }))
  const unmark = (name: Name) => setMarked((now) => without(now, name))

  /** @returns whether it is saved */
  const change = async (after: Partial<V>, isUndo = false): Promise<boolean> => {
    const names = Object.keys(after) as Name[]
    const before = Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<V>
    setLast(null)
    names.forEach(unmark)
    const refusal = await save(after)
    if (refusal === null) setLast({ before, after, isUndo })
    else
      for (const name of names)
        mark(name, (refusal.fields?.[name] && problems[name]) || wordsOfError(t, refusal))
    return refusal === null
  }

  const type = (name: Name, text: string) => {
    unmark(name)
    setTyped((now) => (text === textOf(name) ? without(now, name) : { ...now, [name]: text }))
  }

  const commit = (name: Name, text = typed[name]) => {
    if (text === undefined || sent.current[name] === text) return
    const read = schema?.shape[name]?.safeParse(text)
    if (read?.success === false) return mark(name, problems[name] ?? t('errors.invalid_request'))
    const value = (read === undefined ? text : read.data) as V[Name]
    const forget = () => setTyped((now) => (now[name] === text ? without(now, name) : now))
    if (isSame(value, values[name])) return forget()
    sent.current[name] = text
    void change({ [name]: value } as unknown as Partial<V>).then((isSaved) => {
      delete sent.current[name]
      if (isSaved) forget()
    })
  }

  // A command can open another page while the field has the focus: it is left then, too.
  const commitAll = useRef(() => {})
  useLayoutEffect(() => {
    commitAll.current = () => (Object.keys(typed) as Name[]).forEach((name) => commit(name))
  })
  useEffect(() => () => commitAll.current(), [])

  const row = (name: Name) => {
    const isFixed = fixed?.includes(settingId(group, name)) === true
    return {
      id: settingId(group, name),
      error: marked[name] ?? null,
      ...(isFixed && { disabled: true, description: t('errors.provisioned') }),
    }
  }
  return {
    change,
    /** Saves a text that was not typed, such as a proposal. */
    commit,
    row,
    toggle: (name: Name) => ({
      ...row(name),
      checked: values[name] === true,
      onChange: (event: { currentTarget: { checked: boolean } }) =>
        void change({ [name]: event.currentTarget.checked } as unknown as Partial<V>),
    }),
    /** A choice among texts; the empty one stands for `null`. */
    choice: (name: Name) => ({
      ...row(name),
      value: String(values[name] ?? ''),
      onChange: (event: string | null | { currentTarget: { value: string } }) => {
        const chosen = typeof event === 'object' ? event?.currentTarget.value : event
        void change({ [name]: chosen || null } as unknown as Partial<V>)
      },
    }),
    text: (name: Name) => ({
      ...row(name),
      value: typed[name] ?? textOf(name),
      onChange: (event: string | { currentTarget: { value: string } }) =>
        type(name, typeof event === 'string' ? event : event.currentTarget.value),
      onBlur: () => commit(name),
      onKeyDown: ({ key, currentTarget, nativeEvent }: KeyboardEvent<HTMLElement>) => {
        if (key === 'Escape') type(name, textOf(name))
        const isForField =
          nativeEvent.isComposing ||
          currentTarget instanceof HTMLTextAreaElement ||
          currentTarget.hasAttribute('aria-activedescendant')
        if (key === 'Enter' && !isForField) commit(name)
      },
    }),
    /** What the last change was, and how to take it back. */
    last: last && {
      isUndo: last.isUndo,
      // Somebody else may have changed it since.
      undo:
        !last.isUndo &&
        (Object.keys(last.after) as Name[]).every((name) => isSame(last.after[name], values[name]))
          ? () => {
              setTyped((now) => Object.keys(last.before).reduce(without, now))
              void change(last.before, true)
              document.getElementById(settingId(group, Object.keys(last.before)[0] ?? ''))?.focus()
            }
          : null,
    },
  }
}

/** Fields of a section of this PC's preferences. */
export function usePreferences<S extends PreferenceSection>(
  section: S,
  values: Preferences[S],
  texts?: Texts,
) {
  const savePreferences = useStoreOf('station', (state) => state.savePreferences)
  const save = useCallback(
    (changes: Partial<Preferences[S]>) => savePreferences({ [section]: changes }),
    [savePreferences, section],
  )
  return useSettings<Preferences[S]>({ ...texts, group: section, values, save })
}

function without(all: Readonly<Record<string, string>>, name: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(all).filter(([other]) => other !== name))
}

/** Values are plain data. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
