import { Alert } from '@mantine/core'
import type { PrintDocument } from '../../../shared/contract/print'
import { PRINTED_LAST, type PrintRun } from '../stores/printing'
import { useStoreOf } from '../stores/stores'
import { wordsOfError, useTranslation } from '../locales/i18n'
import { SettingLink } from './setting-link'
import { useKept } from './use-read'

type Props = {
  isOurs: (document: PrintDocument) => boolean
  /** Closes the dialog around it: another page opens. */
  onLeave?: () => void
}

/** The outcome of the last requested document, if `isOurs` accepts it. */
export function PrintResult({ isOurs, onLeave }: Props) {
  const [last] = useKept<PrintRun | null>(PRINTED_LAST, null)
  return last === null || !isOurs(last.document) ? null : <Said run={last} onLeave={onLeave} />
}

function Said({ run, onLeave }: { run: PrintRun; onLeave: Props['onLeave'] }) {
  const { state, error, document } = run
  const { t } = useTranslation()
  const onLabels = useStoreOf('station', ({ bootstrap }) =>
    bootstrap?.preferences.printing.onLabels.some((kind) => kind === document.kind),
  )
  if (error !== null)
    return (
      <Alert role="alert" color="red" mt="xs">
        {wordsOfError(t, error)}
        {error.code === 'no_printer' && (
          <SettingLink
            section="printing"
            setting={onLabels === true ? 'printing.labelPrinter' : 'printing.printer'}
            onLeave={onLeave}
          >
            {t('printing.choose')}
          </SettingLink>
        )}
      </Alert>
    )
  if (state === 'failed') return null
  return (
    <Alert role="status" color={state === 'printed' || state === 'handed' ? 'green' : 'gray'} mt="xs">
      {t(`printing.${state}`)}
    </Alert>
  )
}
