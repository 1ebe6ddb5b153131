import { useCallback, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { z } from 'zod'
import type { SignInView } from '../../../shared/contract/operators'
import type { PreferenceSection, Preferences } from '../../../shared/contract/preferences'
import type { BridgeError, ErrorCode } from '../../../shared/contract/result'
import { wordsOfError, useTranslation } from '../locales/i18n'
import { useStoreOf, useStores } from '../stores/stores'

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

/** `over`: the saved value when this was typed. */
type Typed<V> = Readonly<Record<string, { text: string; over: V[keyof V] }>>

/** The answers of a locked station: what is typed waits for the next sign-in. */
const BARRED: ReadonlySet<ErrorCode> = new Set(['sign_in_needed', 'station_locked'])

/** The address of a setting: the ID of its control. */
export const settingId = (group: string, name: string) => `${group}.${name}`

/**
 * Settings without a button: each is saved by itself as soon as it is changed, a text when its field is left or on
 * Enter. Only the changed field is sent, so that nothing that another window or IT has set is put back. The last
 * change can be undone. A refusal is shown at the field, or in the band above every page once the field is gone.
 */
export function useSettings<V extends object>(options: Options<V>) {
  type Name = keyof V & string
  const { group, values, save, schema, problems = {}, shown = {} } = options
  const { t } = useTranslation()
  const { bridge, operator, scan } = useStores()
  const fixed = useStoreOf('station', ({ bootstrap }) => bootstrap?.fixed)
  const [typed, setTyped] = useState<Typed<V>>({})
  const [marked, setMarked] = useState<Readonly<Record<string, string>>>({})
  const [last, setLast] = useState<{ before: Partial<V>; after: Partial<V>; isUndo: boolean } | null>(null)
  /** Enter and leaving the field must not send the same text twice. */
  const sent = useRef<Partial<Record<Name, string>>>({})

  const isUnsaved = Object.keys(typed).length > 0
  const holdUnsaved = useStoreOf('screen', (state) => state.holdUnsaved)
  useEffect(() => (isUnsaved ? holdUnsaved() : undefined), [isUnsaved, holdUnsaved])

  const isGone = useRef(false)
  /** Saves run one after the other, so that the last one asked for is the one that stays. */
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const running = useRef<Partial<Record<Name, number>>>({})
  /** What this card has saved while its fields were being typed into. */
  const own = useRef<Partial<V>>({})
  const saved = useRef(values)
  /** What was asked for last and has no answer yet. */
  const asked = useRef<Partial<V>>({})
  const isClosing = useRef(false)
  /** Who typed what is not saved. */
  const typist = useRef<string | null>(null)
  const person = useStoreOf('operator', ({ locked, signIn }) => (locked ? null : idOf(signIn)))

  const latest = <N extends Name>(name: N): V[N] => ({ ...values, ...asked.current })[name]
  const textOf = (name: Name) => shown[name] ?? String(values[name] ?? '')
  const unmark = (name: Name) => setMarked((now) => without(now, name))
  /** @param label of the field, read while it was still on the page */
  const mark = (name: Name, why: string, label: string | null) => {
    if (!isGone.current) return setMarked((now) => ({ ...now, [name]: why }))
    const title = t('settings.notSaved', { name: label ?? t('settings.title') })
    // The page may have been left by a scan, which is answered first.
    scan
      .getState()
      .sayNext({ kind: 'told', code: '', answer: 'setting_not_saved', title, hint: why, orderId: null })
  }

  /** @returns whether it is saved */
  const change = (after: Partial<V>, isUndo = false): Promise<boolean> => {
    const names = Object.keys(after) as Name[]
    const labels = names.map((name) => labelOf(settingId(group, name)))
    const count = (by: 1 | -1) =>
      names.forEach((name) => (running.current[name] = (running.current[name] ?? 0) + by))
    setLast(null)
    names.forEach(unmark)
    count(1)
    Object.assign(asked.current, after)
    const run = async () => {
      const before = Object.fromEntries(names.map((name) => [name, saved.current[name]])) as Partial<V>
      Object.assign(own.current, after)
      const refusal = await save(after)
      if (refusal === null) {
        saved.current = { ...saved.current, ...after }
        names.forEach(unmark)
        if (queue.current === turn) setLast({ before, after, isUndo })
      } else if (isGone.current || !BARRED.has(refusal.code))
        names.forEach((name, at) =>
          mark(
            name,
            (refusal.fields?.[name] && problems[name]) || wordsOfError(t, refusal),
            labels[at] ?? null,
          ),
        )
      return refusal === null
    }
    // No answer comes to a window that is being closed.
    const before = isClosing.current ? Promise.resolve() : queue.current
    const done = before.then(run).finally(() => {
      count(-1)
      if (queue.current === turn) asked.current = {}
    })
    const turn = done.catch(() => false)
    queue.current = turn
    return done
  }

  const type = (name: Name, text: string) => {
    typist.current = idOf(operator.getState().signIn)
    unmark(name)
    // What is being saved is no longer what `values` says: back to the old text is a change, too.
    const isRunning = (running.current[name] ?? 0) > 0
    if (!isRunning) delete own.current[name]
    const isBack = text === textOf(name) && !isRunning
    setTyped((now) => (isBack ? without(now, name) : { ...now, [name]: { text, over: values[name] } }))
  }

  const commit = (name: Name, text = typed[name]?.text) => {
    // Main would refuse it now, and the next person to sign in has not typed it.
    if (operator.getState().locked) return
    if (text === undefined || sent.current[name] === text) return
    const read = schema?.shape[name]?.safeParse(text)
    if (read?.success === false)
      return mark(name, problems[name] ?? t('errors.invalid_request'), labelOf(settingId(group, name)))
    const value = (read === undefined ? text : read.data) as V[Name]
    const forget = () => setTyped((now) => (now[name]?.text === text ? without(now, name) : now))
    if (!running.current[name] && isSame(value, values[name])) {
      unmark(name)
      return forget()
    }
    sent.current[name] = text
    void change({ [name]: value } as unknown as Partial<V>).then((isSaved) => {
      if (sent.current[name] === text) delete sent.current[name]
      if (isSaved) forget()
    })
  }

  const commitAll = useRef(() => {})
  useLayoutEffect(() => {
    saved.current = values
    commitAll.current = () => (Object.keys(typed) as Name[]).forEach((name) => commit(name))
  })
  // A value that changes under a typed text, such as by a calibration, is newer than the text.
  useLayoutEffect(() => {
    const isOld = (name: string) =>
      [typed[name]?.over, own.current[name as Name]].every((known) => !isSame(known, values[name as Name]))
    const old = Object.keys(typed).filter(isOld)
    if (old.length === 0) return
    setTyped((now) => old.reduce(without, now))
    setMarked((now) => old.reduce(without, now))
  }, [typed, values])
  // Half-typed before the station was locked, or before somebody else's badge was scanned.
  useLayoutEffect(() => {
    if (person === null || typist.current === null || person === typist.current) return
    typist.current = null
    commitAll.current = () => {}
    setTyped({})
    setMarked({})
  }, [person])
  // A command can open another page while the field has the focus, and the window can be closed: it is left then, too.
  // In a layout effect, because the labels are gone from the page after it.
  useLayoutEffect(() => {
    isGone.current = false
    const close = () => {
      isClosing.current = true
      commitAll.current()
      isClosing.current = false
    }
    addEventListener('pagehide', close)
    return () => {
      removeEventListener('pagehide', close)
      // Only hidden: see the shell.
      if (operator.getState().locked) return
      isGone.current = true
      commitAll.current()
    }
  }, [operator])
  useEffect(
    () =>
      bridge.onEvent(({ kind }) => {
        if (kind !== 'station_replaced') return
        // It was typed for the account that was left. The page closes before these states arrive.
        commitAll.current = () => {}
        setTyped({})
      }),
    [bridge],
  )

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
    /** As it was asked for last, also before the answer. */
    latest,
    /** Saves a text that was not typed, such as a proposal. */
    commit,
    row,
    toggle: (name: Name) => ({
      ...row(name),
      checked: values[name] === true,
      // Its look follows the answer; pressed again before that, it is taken back.
      onChange: () => void change({ [name]: latest(name) !== true } as unknown as Partial<V>),
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
      value: typed[name]?.text ?? textOf(name),
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

/** Who works here: empty where nobody signs in. */
const idOf = (signIn: SignInView | null): string => signIn?.signedIn?.operatorId ?? ''

/** What a screen reader calls the control. */
function labelOf(id: string): string | null {
  const control = document.getElementById(id)
  const isLabeled = [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement].some(
    (kind) => control instanceof kind,
  )
  const label = isLabeled ? (control as HTMLInputElement).labels?.[0] : null
  return label?.textContent ?? control?.getAttribute('aria-label') ?? null
}

function without<T>(all: Readonly<Record<string, T>>, name: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(all).filter(([other]) => other !== name))
}

/** Values are plain data. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
