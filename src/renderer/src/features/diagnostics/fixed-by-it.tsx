import { Alert } from '@mantine/core'
import { useTranslation } from '../../locales/i18n'
import { settingWords } from '../../parts/setting-words'
import { useStoreOf } from '../../stores/stores'

/** Says which values of these groups IT sets, so that nobody tries to change them. */
export function FixedByIt({ groups }: { groups: readonly string[] }) {
  const { t } = useTranslation()
  const fixed = useStoreOf('station', (state) => state.bootstrap?.fixed)
  const here = fixed?.filter((name) => groups.includes(name.slice(0, name.indexOf('.')))) ?? []
  if (here.length === 0) return null
  return (
    <Alert color="gray" mb="md">
      {t('diagnostics.fixed', { names: [...new Set(here.map((name) => settingWords(t, name)))].join(', ') })}
    </Alert>
  )
}
