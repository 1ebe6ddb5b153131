import { useCallback, useEffect, useRef, useState } from 'react'
import type { BridgeError } from '../../../../shared/contract/result'
import {
  CALIBRATION_CODES,
  judgeCalibration,
  readCalibrationCode,
  type CalibrationProblem,
  type CalibrationStep,
  type FoundScanner,
  type Observation,
  type Verdict,
} from '../../../../shared/domain/scanning/calibration'
import type { StationStore } from '../../stores/station-store'
import { useStores } from '../../stores/stores'
import { listenForCodes } from './calibration-listener'

type Seen = Partial<Record<CalibrationStep, Observation>>

export type Calibration = {
  done: ReadonlySet<CalibrationStep>
  /** `null` once every code was read. */
  awaited: CalibrationStep | null
  /** Why the last code was refused, and what was received. */
  refusal: { problem: CalibrationProblem; came: string } | null
  verdict: Verdict | null
  error: BridgeError | null
  restart(): void
}

type State = Pick<Calibration, 'refusal' | 'verdict' | 'error'> & { seen: Seen }
const START: State = { seen: {}, refusal: null, verdict: null, error: null }

/**
 * Listens to the scanner while the page is open; once every code of the sheet was read, evaluates and saves the result.
 */
export function useCalibration(): Calibration {
  const { station } = useStores()
  const seenNow = useRef<Seen>({})
  const [state, setState] = useState<State>(START)
  const restart = useCallback(() => {
    seenNow.current = {}
    setState(START)
  }, [])
  useEffect(() => {
    const take = async (observation: Observation) => {
      const before = seenNow.current
      const reading = readCalibrationCode(observation, awaitedOf(before) ?? 'small')
      if (reading.kind === 'refused') return setState((now) => ({ ...now, refusal: reading }))
      // A code after the verdict starts another round.
      const seen = { ...(isWhole(before) ? {} : before), [reading.step]: observation }
      seenNow.current = seen
      const verdict = isWhole(seen) ? judgeCalibration(seen) : null
      setState({ seen, refusal: null, verdict, error: null })
      if (verdict?.kind !== 'passed') return
      const error = await save(station, verdict.found)
      setState((now) => ({ ...now, error }))
    }
    return listenForCodes(window, (observation) => void take(observation))
  }, [station])
  const { seen, refusal, verdict, error } = state
  const done = new Set(CALIBRATION_CODES.map(({ step }) => step).filter((step) => seen[step] !== undefined))
  return { done, awaited: awaitedOf(seen), refusal, verdict, error, restart }
}

function save(station: StationStore, found: FoundScanner): Promise<BridgeError | null> {
  const calibratedAt = new Date().toISOString()
  return station.getState().savePreferences({ scanner: { ...found, calibratedAt } })
}

function awaitedOf(seen: Seen): CalibrationStep | null {
  return CALIBRATION_CODES.find(({ step }) => seen[step] === undefined)?.step ?? null
}

function isWhole(seen: Seen): seen is Record<CalibrationStep, Observation> {
  return awaitedOf(seen) === null
}
