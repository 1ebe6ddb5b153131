import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import type { AccountRow } from '../../../../shared/contract/accounts'
import { useTranslation } from '../../locales/i18n'
import { ErrorAlert } from '../../parts/error-alert'
import { useStoreOf } from '../../stores/stores'
import classes from '../../ui/section.module.css'
import { AccountDialog } from './account-dialog'
import { accountName } from './account-words'
import { useAccounts } from './use-accounts'
import { SwitchRows } from './switch-rows'
import type { Preferences } from '../../../../shared/contract/preferences'
import { CardHelp, SettingCard } from '../../forms/setting-card'
import { usePreferences } from '../../forms/use-settings'

/** The accounts of this PC: their names and colors, and who may switch. */
export function AccountsSection() {
  const { t } = useTranslation()
  const { value, error } = useAccounts()
  const rule = useStoreOf('station', (state) => state.bootstrap?.preferences.accounts)
  const [edited, setEdited] = useState<AccountRow | null>(null)
  return (
    <div className={classes['columns']}>
      <section className={classes['card']} aria-label={t('accounts.title')}>
        <h2 className={classes['cardTitle']}>{t('accounts.title')}</h2>
        <CardHelp>
          <p>{t('accounts.about')}</p>
          <p>{t('accounts.shared')}</p>
        </CardHelp>
        <ErrorAlert error={error} mt="sm" />
        <SwitchRows
          rows={value?.rows ?? []}
          more={(row) =>
            row.mode === 'live' &&
            row.baseUrl !== null && (
              <Button
                variant="default"
                aria-label={t('accounts.edit', { name: accountName(t, row) })}
                onClick={() => setEdited(row)}
              >
                {t('accounts.editShort')}
              </Button>
            )
          }
        />
        {edited !== null && <AccountDialog account={edited} onClose={() => setEdited(null)} />}
      </section>
      <div>{rule !== undefined && <SwitchRuleForm rule={rule} />}</div>
    </div>
  )
}

/** Whether a packer may switch accounts without a supervisor. */
function SwitchRuleForm({ rule }: { rule: Preferences['accounts'] }) {
  const { t } = useTranslation()
  const { toggle, last } = usePreferences('accounts', rule)
  return (
    <SettingCard title={t('accounts.rules')} last={last}>
      <Switch
        size="lg"
        label={t('accounts.packersSwitch')}
        description={t('accounts.packersSwitchHint')}
        {...toggle('packersSwitch')}
      />
    </SettingCard>
  )
}
