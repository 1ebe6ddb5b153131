import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { OperatorDetail, OperatorView, SignInView } from '../../../shared/contract/operators'
import type { SaveOperator } from '../../../shared/contract/operators'
import type { BridgeError, Result } from '../../../shared/contract/result'
import { createHeld } from '../data/held'

/** Who works here: signing in and out, the lock, and the people who may. */

export type SignInAnswer = { ok: true; operator: OperatorView } | { ok: false; error: BridgeError }

export type OperatorState = {
  /** Somebody must sign in before anything is recorded; every other scan is refused meanwhile. */
  locked: boolean
  /** `null` until main has answered the first time. */
  signIn: SignInView | null
  /** All operators, for supervisors; `null` until read. */
  people: readonly OperatorDetail[] | null
  /** Just saved as the first supervisor of this PC and signed in; `null` once somebody else works here. */
  firstSupervisor: OperatorView | null
  /** What main said of it at that revision, in an answer or in an event. */
  take(signIn: SignInView, revision: number): void
  /** @param badge a code that `badgeOf` understands. Errors: badge_unknown */
  signInByBadge(badge: string): Promise<SignInAnswer>
  /** Errors: pin_wrong, too_many_tries */
  signInByPin(operatorId: string, pin: string): Promise<SignInAnswer>
  signOut(): Promise<BridgeError | null>
  lock(): Promise<BridgeError | null>
  /** Somebody is here. */
  noteActive(): void
  loadPeople(): Promise<BridgeError | null>
  save(request: SaveOperator): Promise<BridgeError | null>
}
export type OperatorStore = StoreApi<OperatorState>

/** @param settle resolves once everything that was done so far is reported: it belongs to the operator who leaves */
export function createOperatorStore(
  { requests, onEvent }: StationBridge,
  settle: () => Promise<unknown> = () => Promise.resolve(),
): OperatorStore {
  const held = createHeld()

  const store = createStore<OperatorState>()((set, get) => {
    const enter = async (asked: Promise<Result<SignInView>>): Promise<SignInAnswer> => {
      const answer = await asked
      if (!answer.ok) return answer
      get().take(answer.value, answer.revision)
      const operator = answer.value.signedIn
      if (operator === null) throw new Error('signed in as nobody')
      return { ok: true, operator }
    }
    const change = async (asked: Promise<Result<SignInView>>): Promise<BridgeError | null> => {
      const answer = await asked
      if (!answer.ok) return answer.error
      get().take(answer.value, answer.revision)
      return null
    }
    const takePeople = async (asked: Promise<Result<readonly OperatorDetail[]>>) => {
      const answer = await asked
      if (!answer.ok) return answer.error
      set({ people: answer.value })
      return null
    }
    return {
      locked: false,
      signIn: null,
      people: null,
      firstSupervisor: null,
      take(signIn, revision) {
        if (!held.takes(revision)) return
        const people = signIn.mayManage ? get().people : null
        // Badges are not kept where the next operator could see them.
        set({ signIn, locked: signIn.barred !== null, people })
        const { firstSupervisor } = get()
        if (firstSupervisor !== null && firstSupervisor.operatorId !== signIn.signedIn?.operatorId)
          set({ firstSupervisor: null })
      },
      signInByBadge: (badge) => enter(requests['operators:sign-in']({ badge })),
      signInByPin: (operatorId, pin) => enter(requests['operators:sign-in']({ operatorId, pin })),
      signOut: async () => {
        await settle()
        return change(requests['operators:sign-out']({}))
      },
      lock: async () => {
        await settle()
        return change(requests['operators:lock']({}))
      },
      noteActive: () => void requests['operators:active']({}),
      loadPeople: () => takePeople(requests['operators:list']({})),
      async save(request) {
        const supervised = get().signIn?.operators.some(({ role }) => role === 'supervisor') ?? false
        const answer = await requests['operators:save'](request)
        if (!answer.ok) return answer.error
        set({ people: answer.value })
        const { name, role, active, pin } = request
        const saved = answer.value.find((person) => person.name === name)
        // From here on nobody gets in without a supervisor, and no badge has been printed yet: the PIN typed a moment
        // ago opens the station at once. If it does not, the lock screen asks for it.
        if (supervised || role !== 'supervisor' || !active || pin === null || saved === undefined) return null
        const entered = await get().signInByPin(saved.operatorId, pin)
        if (entered.ok) set({ firstSupervisor: entered.operator })
        return null
      },
    }
  })
  onEvent((event) => {
    if (event.kind === 'sign_in_changed') store.getState().take(event.signIn, event.revision)
  })
  return store
}
