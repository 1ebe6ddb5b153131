import { Button, TextInput } from '@mantine/core'
import { IconTruck } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import type { BridgeError } from '../../../../shared/contract/result'
import { formatInstant, TIME_PROBLEMS, type TimeProblem } from '../../../../shared/domain/time/timestamps'
import { entryToIso, exampleOf } from '../../parts/time/typed-time'
import { useZone } from '../../parts/time/use-zone'
import { readyParcels } from '../../stores/handover-store'
import { useStoreOf } from '../../stores/stores'
import { wordsOfError, useTranslation } from '../../locales/i18n'
import classes from './handover.module.css'
import { useDockScans } from './use-dock-scans'

/** One time for all parcels of the round, and the button that marks them. */
export function MarkBar() {
  const { t } = useTranslation()
  const zone = useZone()
  const mode = useStoreOf('handover', (state) => state.mode)
  const busy = useStoreOf('handover', (state) => state.busy)
  const count = useStoreOf('handover', readyParcels)
  const commit = useStoreOf('handover', (state) => state.commit)
  const [text, setText] = useState('')
  const [error, setError] = useState<BridgeError | null>(null)
  const mark = async (): Promise<boolean> => {
    if (count === 0) return false
    const at = text.trim() === '' ? formatInstant(Date.now()) : entryToIso({ text, exactMs: null }, zone)
    const refusal = await commit(at)
    setError(refusal)
    if (refusal === null) setText('')
    return refusal === null
  }
  useDockScans(mark)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void mark()
  }
  const problem = problemIn(error)
  const words =
    problem === null
      ? error !== null && wordsOfError(t, error)
      : t(`timeProblems.${problem}`, { example: exampleOf(zone), packedAt: '', shippedAt: '' })
  return (
    <form className={classes['mark']} onSubmit={submit} noValidate>
      <TextInput
        label={t(`handover.at.${mode}`)}
        placeholder={t('handover.atNow')}
        inputMode="numeric"
        autoComplete="off"
        classNames={{ root: classes['at'] ?? '', label: classes['atLabel'] ?? '' }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={words}
      />
      <Button
        type="submit"
        size="lg"
        loading={busy}
        disabled={count === 0}
        leftSection={<IconTruck aria-hidden />}
      >
        {t(`handover.mark.${mode}`, { count })}
      </Button>
    </form>
  )
}

function problemIn(error: BridgeError | null): TimeProblem | null {
  const code = error?.fields?.['at']
  return TIME_PROBLEMS.find((problem) => problem === code) ?? null
}
